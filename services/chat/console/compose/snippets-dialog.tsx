import editIcon from 'lucide-static/icons/pencil.svg'
import trashIcon from 'lucide-static/icons/trash-2.svg'
import { useState } from 'preact/hooks'
import { ask } from '@oficina/web/ask.tsx'
import { Button, IconButton } from '@oficina/web/button.tsx'
import { Dialog } from '@oficina/web/dialog.tsx'
import { Field } from '@oficina/web/field.tsx'
import { Empty } from '@oficina/web/notice.tsx'

import { api } from '../session/api.ts'
import { failureText } from '../session/failure-text.ts'
import { snippets, type Snippet } from '../state/own/snippets.ts'
import { words } from '../words/compose.ts'
import { ranked } from './suggest/rank.ts'

export interface SnippetsDialogProps {
  /** What is written now, which a new snippet begins with. */
  readonly content: string
  readonly onClose: () => void
  readonly onChoose: (text: string) => void
}

interface Edited {
  readonly id: number | undefined
  readonly title: string
  readonly content: string
}

// More than one looks through.
const MAX_SHOWN = 100

/** Texts that the person keeps to write again: chosen, made, changed and deleted here. */
export function SnippetsDialog({ content, onClose, onChoose }: SnippetsDialogProps) {
  const [edited, setEdited] = useState<Edited | undefined>(undefined)
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(0)
  if (edited !== undefined)
    return <SnippetForm edited={edited} onClose={() => setEdited(undefined)} />
  const found = ranked(typed, snippets.values(), {
    namesOf: (snippet) => [snippet.title, snippet.content],
    distanceOf: () => 0,
    limit: MAX_SHOWN,
  })
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    const chosen = found[active]
    if (step !== 0) setActive(Math.max(0, Math.min(found.length - 1, active + step)))
    else if (event.key === 'Enter' && chosen !== undefined) onChoose(chosen.content)
    else return
    event.preventDefault()
  }
  return (
    <Dialog
      title={words('snippets')}
      onClose={onClose}
      actions={
        <Button
          kind={found.length === 0 ? 'primary' : 'plain'}
          onClick={() => setEdited({ id: undefined, title: '', content })}
        >
          {words('newSnippet')}
        </Button>
      }
    >
      {snippets.size === 0 ? (
        <Empty title={words('noSnippets')}>
          <p>{words('snippetsHelp')}</p>
        </Empty>
      ) : (
        <input
          class="input"
          aria-label={words('searchSnippets')}
          placeholder={words('searchSnippets')}
          value={typed}
          onInput={(event) => {
            setTyped(event.currentTarget.value)
            setActive(0)
          }}
          onKeyDown={onKeyDown}
        />
      )}
      <ul class="snippet-list">
        {found.map((snippet, index) => (
          <li key={snippet.id} class={index === active ? 'active' : undefined}>
            <button type="button" class="snippet" onClick={() => onChoose(snippet.content)}>
              <b>{snippet.title}</b>
              <span>{snippet.content}</span>
            </button>
            <IconButton
              icon={editIcon}
              label={words('editSnippet', { title: snippet.title })}
              onClick={() => setEdited(snippet)}
            />
            <IconButton
              icon={trashIcon}
              label={words('deleteSnippet', { title: snippet.title })}
              onClick={() => void remove(snippet)}
            />
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

async function remove({ id, title }: Snippet): Promise<void> {
  const isSure = await ask({
    title: words('deleteSnippet', { title }),
    text: words('deleteSnippetText'),
    confirm: words('delete'),
    isDangerous: true,
  })
  if (isSure) await api('DELETE', `/saved_snippets/${id}`)
}

const MAX_TITLE = 60

function SnippetForm({
  edited,
  onClose,
}: {
  readonly edited: Edited
  readonly onClose: () => void
}) {
  const [title, setTitle] = useState(edited.title)
  const [content, setContent] = useState(edited.content)
  const [problem, setProblem] = useState<string | undefined>(undefined)
  const [isBusy, setBusy] = useState(false)
  const save = async (): Promise<void> => {
    setBusy(true)
    try {
      const fields = { title, content }
      if (edited.id === undefined) await api('POST', '/saved_snippets', fields)
      else await api('PATCH', `/saved_snippets/${edited.id}`, fields)
      onClose()
    } catch (error) {
      setProblem(failureText(error))
      setBusy(false)
    }
  }
  const isWhole = title.trim() !== '' && content.trim() !== ''
  return (
    <Dialog
      title={
        edited.id === undefined
          ? words('newSnippet')
          : words('editSnippet', { title: edited.title })
      }
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{words('cancel')}</Button>
          <Button kind="primary" isBusy={isBusy} disabled={!isWhole} onClick={() => void save()}>
            {words('save')}
          </Button>
        </>
      }
    >
      <Field label={words('snippetTitle')} isRequired error={problem}>
        {({ id, describedBy }) => (
          <input
            id={id}
            aria-describedby={describedBy}
            class="input"
            maxLength={MAX_TITLE}
            value={title}
            onInput={(event) => setTitle(event.currentTarget.value)}
          />
        )}
      </Field>
      <Field label={words('snippetContent')} isRequired>
        {({ id }) => (
          <textarea
            id={id}
            class="input"
            rows={6}
            value={content}
            onInput={(event) => setContent(event.currentTarget.value)}
          />
        )}
      </Field>
    </Dialog>
  )
}
