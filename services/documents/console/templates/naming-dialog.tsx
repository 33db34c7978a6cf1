import { useState } from 'preact/hooks'
import { Button } from '@oficina/web/button.tsx'
import { Dialog } from '@oficina/web/dialog.tsx'
import { Field } from '@oficina/web/field.tsx'
import { navigate, place } from '@oficina/web/router.ts'
import { toast } from '@oficina/web/toasts.tsx'

import { failureText } from '../session/failure-text.ts'
import { words } from '../words/templates.ts'
import { isSlug, slugOf } from './slug-text.ts'
import { naming, type Naming } from './template-acts.ts'
import { copyTemplate, deleteTemplate } from './template-api.ts'
import { loadTemplates, templateNamed } from './template-list.ts'

/** Where a template gets another name: once a page. */
export function NamingDialogs() {
  const asked = naming.value
  if (asked === undefined) return null
  return <NamingDialog asked={asked} onClose={() => (naming.value = undefined)} />
}

function NamingDialog({
  asked,
  onClose,
}: {
  readonly asked: Naming
  readonly onClose: () => void
}) {
  const { kind, template } = asked
  const [name, setName] = useState(
    kind === 'copy' ? slugOf(`${template.slug}-${words('copySuffix')}`) : template.slug,
  )
  const [problem, setProblem] = useState<string | undefined>(undefined)
  const [isBusy, setBusy] = useState(false)
  const wrong = nameProblem(name, template.slug)
  const save = async (): Promise<void> => {
    setProblem(wrong)
    if (wrong !== undefined) return
    setBusy(true)
    try {
      await copyTemplate(template, name)
      if (kind === 'rename') await deleteTemplate(template.slug)
      await loadTemplates()
      onClose()
      if (place.peek().path !== '/') await navigate(`/t/${name}`, { replace: kind === 'rename' })
      toast({ text: words(kind === 'copy' ? 'copied' : 'renamed', { name }), tone: 'success' })
    } catch (error) {
      setProblem(failureText(error))
      setBusy(false)
    }
  }
  const title = words(kind === 'copy' ? 'copyTitle' : 'renameTitle', { name: template.slug })
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        class="naming"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <Field label={words('newName')} help={words('nameHelp')} error={problem} isRequired>
          {({ id, describedBy, isInvalid }) => (
            <input
              id={id}
              class="input"
              autofocus
              spellcheck={false}
              aria-describedby={describedBy}
              aria-invalid={isInvalid}
              value={name}
              onInput={({ currentTarget }) => setName(currentTarget.value)}
            />
          )}
        </Field>
        {kind === 'rename' && <p class="muted">{words('renameNote')}</p>}
        <p class="form-buttons">
          <Button onClick={onClose}>{words('cancel')}</Button>
          <Button kind="primary" type="submit" isBusy={isBusy}>
            {words(kind === 'copy' ? 'copy' : 'rename')}
          </Button>
        </p>
      </form>
    </Dialog>
  )
}

function nameProblem(name: string, present: string): string | undefined {
  if (!isSlug(name)) return words('badName')
  if (name === present || templateNamed(name) !== undefined) return words('nameTaken', { name })
  return undefined
}
