import downIcon from 'lucide-static/icons/chevron-down.svg'
import { useState } from 'preact/hooks'
import { ask } from '@oficina/web/ask.tsx'
import { Button } from '@oficina/web/button.tsx'
import { Dialog } from '@oficina/web/dialog.tsx'
import { Field } from '@oficina/web/field.tsx'
import { Icon } from '@oficina/web/icon.tsx'
import { Menu, type MenuItem } from '@oficina/web/menu.tsx'
import { toast } from '@oficina/web/toasts.tsx'

import { failureText } from '../session/failure-text.ts'
import { words } from '../words/list.ts'
import {
  changeView,
  createView,
  deleteView,
  type SavedView,
  type SavedViews,
  type ViewContent,
} from './saved-views.ts'

export interface ViewsMenuProps {
  readonly model: string
  readonly saved: SavedViews
  /** The view that was opened last. */
  readonly current: SavedView | undefined
  /** What a view of the list as it is now would hold. */
  readonly present: Pick<ViewContent, 'query' | 'look'>
  readonly onOpen: (view: SavedView | undefined) => void
  readonly onSaved: (id: number) => void
}

/** The saved views of a list: opens one, keeps the present one, and tends one's own. */
export function ViewsMenu({ model, saved, current, present, onOpen, onSaved }: ViewsMenuProps) {
  const [dialog, setDialog] = useState<'new' | 'name' | undefined>(undefined)
  const doing = async (work: () => Promise<unknown>, done: string): Promise<void> => {
    try {
      await work()
      await saved.reload()
      toast({ text: done, tone: 'success' })
    } catch (error) {
      const reason = failureText(error)
      toast({ text: reason, tone: 'danger' })
    }
  }
  const change = (view: SavedView, changes: Partial<ViewContent>): void => {
    void doing(() => changeView(view.id, { ...view, ...changes }), words('viewSaved'))
  }
  const opening = (view: SavedView, isSeparated: boolean): MenuItem => ({
    label: view.name,
    isChecked: view.id === current?.id,
    isSeparated,
    run: () => onOpen(view),
  })
  const own = saved.views.filter(({ isOwn }) => isOwn)
  const shared = saved.views.filter(({ isOwn }) => !isOwn)
  const items: MenuItem[] = [
    { label: words('viewAll'), isChecked: current === undefined, run: () => onOpen(undefined) },
    ...own.map((view) => opening(view, false)),
    ...shared.map((view, index) => opening(view, index === 0)),
    { label: words('saveAs'), isSeparated: true, run: () => setDialog('new') },
  ]
  if (current?.isOwn === true) {
    items.push(
      { label: words('saveView'), run: () => change(current, present) },
      { label: words('renameView'), run: () => setDialog('name') },
      {
        label: words('shareView'),
        isChecked: current.isShared,
        run: () => change(current, { isShared: !current.isShared }),
      },
      {
        label: words('defaultView'),
        isChecked: current.isDefault,
        run: () => change(current, { isDefault: !current.isDefault }),
      },
      { label: words('deleteView'), isDangerous: true, run: () => void remove(current) },
    )
  }
  const remove = async (view: SavedView): Promise<void> => {
    const isSure = await ask({
      title: words('deleteView'),
      text: words('deleteViewText', { name: view.name }),
      confirm: words('delete'),
      isDangerous: true,
    })
    if (!isSure) return
    onOpen(undefined)
    await doing(() => deleteView(view.id), words('viewDeleted'))
  }
  const save = async (
    named: Pick<ViewContent, 'name' | 'isShared' | 'isDefault'>,
  ): Promise<void> => {
    setDialog(undefined)
    if (dialog === 'name' && current !== undefined) {
      change(current, named)
      return
    }
    await doing(async () => {
      onSaved(await createView(model, { ...present, ...named }))
    }, words('viewSaved'))
  }
  return (
    <>
      <Menu kind="quiet" class="views-button" items={items}>
        <i>{words('view')}</i> {current?.name ?? words('viewAll')}
        <Icon svg={downIcon} />
      </Menu>
      {dialog !== undefined && (
        <NameDialog
          view={dialog === 'name' ? current : undefined}
          onClose={() => setDialog(undefined)}
          onSave={(named) => void save(named)}
        />
      )}
    </>
  )
}

interface NameDialogProps {
  /** The view that is renamed; undefined: a new one. */
  readonly view: SavedView | undefined
  readonly onClose: () => void
  readonly onSave: (named: Pick<ViewContent, 'name' | 'isShared' | 'isDefault'>) => void
}

const MAX_NAME = 100

function NameDialog({ view, onClose, onSave }: NameDialogProps) {
  const [name, setName] = useState(view?.name ?? '')
  const [isShared, setShared] = useState(view?.isShared ?? false)
  const [isDefault, setDefault] = useState(view?.isDefault ?? false)
  const save = (event: Event): void => {
    event.preventDefault()
    if (name.trim() !== '') onSave({ name: name.trim(), isShared, isDefault })
  }
  return (
    <Dialog
      title={words(view === undefined ? 'saveAs' : 'renameView')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{words('cancel')}</Button>
          <Button kind="primary" disabled={name.trim() === ''} onClick={save}>
            {words('save')}
          </Button>
        </>
      }
    >
      <form class="view-form" onSubmit={save}>
        <Field label={words('viewName')}>
          {({ id }) => (
            <input
              class="input"
              id={id}
              maxLength={MAX_NAME}
              autoFocus
              value={name}
              onInput={(event) => setName(event.currentTarget.value)}
            />
          )}
        </Field>
        <label>
          <input
            type="checkbox"
            checked={isShared}
            onChange={(event) => setShared(event.currentTarget.checked)}
          />
          {words('shareView')}
        </label>
        <label>
          <input
            type="checkbox"
            checked={isDefault}
            onChange={(event) => setDefault(event.currentTarget.checked)}
          />
          {words('defaultView')}
        </label>
      </form>
    </Dialog>
  )
}
