import { useState } from 'preact/hooks'
import { ask } from '@oficina/web/ask.tsx'
import { Button } from '@oficina/web/button.tsx'
import { Field } from '@oficina/web/field.tsx'
import { plain } from '@oficina/web/fuzzy.ts'
import { Empty } from '@oficina/web/notice.tsx'

import { api, upload } from '../../session/api.ts'
import { ownId } from '../../state/part.ts'
import { customEmoji, type CustomEmoji } from '../../state/realm/emoji.ts'
import { words } from '../../words/administration.ts'
import { words as shared } from '../../words/settings.ts'
import { Filter } from '../controls/filter.tsx'
import { isAdmin, may } from '../controls/may.ts'
import { personName } from '../controls/person-name.ts'
import { act } from '../frame/act.ts'
import { FormDialog } from '../frame/form-dialog.tsx'
import { Section, Why } from '../frame/section.tsx'

/** The organization's own emoji. */
export function EmojiSection() {
  const [typed, setTyped] = useState('')
  const [isAdding, setAdding] = useState(false)
  const mayAdd = may('can_add_custom_emoji_group')
  const active = Object.values(customEmoji.value)
    .filter(({ deactivated }) => !deactivated)
    .filter(({ name }) => plain(name).includes(plain(typed)))
    .toSorted((a, b) => a.name.localeCompare(b.name))
  return (
    <Section
      help={words('emojiHelp')}
      actions={
        <>
          <Filter value={typed} onType={setTyped} />
          {mayAdd && (
            <Button kind="primary" onClick={() => setAdding(true)}>
              {words('addEmoji')}
            </Button>
          )}
        </>
      }
    >
      {!mayAdd && <Why>{shared('notAllowed')}</Why>}
      {active.length === 0 && <Empty title={words('noEmoji')} />}
      {active.length > 0 && (
        <ul class="emoji-grid">
          {active.map((one) => (
            <EmojiCard key={one.id} emoji={one} />
          ))}
        </ul>
      )}
      {isAdding && <AddEmoji onClose={() => setAdding(false)} />}
    </Section>
  )
}

function EmojiCard({ emoji }: { readonly emoji: CustomEmoji }) {
  const { name, source_url: url, author_id: author } = emoji
  const mayRemove = isAdmin() || author === ownId()
  const remove = async (): Promise<void> => {
    const isMeant = await ask({
      title: words('deactivateEmoji', { name }),
      text: words('deactivateEmojiText'),
      confirm: words('deactivate'),
      isDangerous: true,
    })
    if (isMeant) await act(() => api('DELETE', `/realm/emoji/${encodeURIComponent(name)}`))
  }
  return (
    <li>
      <img src={url} alt="" width={32} height={32} loading="lazy" />
      <span class="emoji-name">:{name}:</span>
      <small class="muted">{author === null ? '' : personName(author)}</small>
      {mayRemove && (
        <Button
          kind="quiet"
          aria-label={words('deactivateEmoji', { name })}
          onClick={() => void remove()}
        >
          {words('deactivate')}
        </Button>
      )}
    </li>
  )
}

function AddEmoji({ onClose }: { readonly onClose: () => void }) {
  const [name, setName] = useState('')
  const [file, setFile] = useState<File | undefined>(undefined)
  const wire = name.trim().toLowerCase().replaceAll(' ', '_')
  const send = async (): Promise<boolean> => {
    if (file === undefined) return false
    await upload(`/realm/emoji/${encodeURIComponent(wire)}`, file)
    return true
  }
  return (
    <FormDialog
      title={words('addEmoji')}
      confirm={shared('add')}
      isDisabled={wire === '' || file === undefined}
      onClose={onClose}
      send={send}
    >
      <Field label={words('picture')} help={words('emojiPictureHelp')} isRequired>
        {({ id, describedBy }) => (
          <input
            class="input file"
            id={id}
            type="file"
            accept="image/png,image/jpeg,image/gif,image/webp"
            aria-describedby={describedBy}
            onChange={(event) => {
              const [chosen] = event.currentTarget.files ?? []
              setFile(chosen)
              if (name === '' && chosen !== undefined) {
                setName(
                  chosen.name
                    .replace(/\.[^.]*$/, '')
                    .toLowerCase()
                    .replaceAll(/[^a-z0-9_-]+/g, '_'),
                )
              }
            }}
          />
        )}
      </Field>
      <Field label={words('emojiName')} help={words('emojiNameHelp')} isRequired>
        {({ id, describedBy }) => (
          <input
            class="input"
            id={id}
            aria-describedby={describedBy}
            value={name}
            onInput={(event) => setName(event.currentTarget.value)}
          />
        )}
      </Field>
    </FormDialog>
  )
}
