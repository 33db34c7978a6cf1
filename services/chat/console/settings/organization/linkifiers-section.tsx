import { useState } from 'preact/hooks'
import { ask } from '@oficina/web/ask.tsx'
import { Button } from '@oficina/web/button.tsx'
import { Field } from '@oficina/web/field.tsx'
import { Empty } from '@oficina/web/notice.tsx'

import { api } from '../../session/api.ts'
import { linkifiers, type Linkifier } from '../../state/realm/linkifiers.ts'
import { words } from '../../words/administration.ts'
import { words as shared } from '../../words/settings.ts'
import { isAdmin } from '../controls/may.ts'
import { MoveButtons } from '../controls/move-buttons.tsx'
import { act } from '../frame/act.ts'
import { FormDialog } from '../frame/form-dialog.tsx'
import { Section, Why } from '../frame/section.tsx'
import { testLinkifier } from './linkifier-test.ts'

/** Patterns that become links, in the order in which they are tried. */
export function LinkifiersSection() {
  const [open, setOpen] = useState<Linkifier | 'new' | undefined>(undefined)
  const all = linkifiers.value
  const mayChange = isAdmin()
  const reorder = (ids: readonly number[]): void =>
    void act(() => api('PATCH', '/realm/linkifiers', { ordered_linkifier_ids: ids }))
  return (
    <Section
      help={words('linkifiersHelp')}
      actions={
        mayChange && (
          <Button kind="primary" onClick={() => setOpen('new')}>
            {words('addLinkifier')}
          </Button>
        )
      }
    >
      {!mayChange && <Why>{shared('onlyAdmins')}</Why>}
      {all.length === 0 && <Empty title={words('noLinkifiers')} />}
      <ul class="settings-list">
        {all.map((one, index) => (
          <li key={one.id}>
            <span class="settings-list-name">
              <code>{one.pattern}</code>
              <small class="muted block">{one.url_template}</small>
            </span>
            {mayChange && (
              <>
                <MoveButtons
                  ids={all.map(({ id }) => id)}
                  index={index}
                  name={one.pattern}
                  onOrder={reorder}
                />
                <Button
                  kind="quiet"
                  aria-label={words('editOf', { name: one.pattern })}
                  onClick={() => setOpen(one)}
                >
                  {shared('edit')}
                </Button>
                <Button
                  kind="quiet"
                  aria-label={words('deleteOf', { name: one.pattern })}
                  onClick={() => void remove(one)}
                >
                  {shared('delete')}
                </Button>
              </>
            )}
          </li>
        ))}
      </ul>
      {open !== undefined && <LinkifierDialog of={open} onClose={() => setOpen(undefined)} />}
    </Section>
  )
}

async function remove({ id, pattern }: Linkifier): Promise<void> {
  const isMeant = await ask({
    title: words('deleteOf', { name: pattern }),
    text: words('deleteLinkifierText'),
    confirm: shared('delete'),
    isDangerous: true,
  })
  if (isMeant) await act(() => api('DELETE', `/realm/filters/${id}`))
}

interface LinkifierDialogProps {
  readonly of: Linkifier | 'new'
  readonly onClose: () => void
}

function LinkifierDialog({ of, onClose }: LinkifierDialogProps) {
  const known = of === 'new' ? undefined : of
  const [pattern, setPattern] = useState(known?.pattern ?? '')
  const [template, setTemplate] = useState(known?.url_template ?? '')
  const [sample, setSample] = useState('')
  const fields = { pattern, url_template: template }
  const send = (): Promise<unknown> =>
    known === undefined
      ? api('POST', '/realm/filters', fields)
      : api('PATCH', `/realm/filters/${known.id}`, fields)
  return (
    <FormDialog
      title={known === undefined ? words('addLinkifier') : words('editLinkifier')}
      confirm={known === undefined ? shared('add') : shared('save')}
      isDisabled={pattern.trim() === '' || template.trim() === ''}
      onClose={onClose}
      send={send}
    >
      <Field label={words('pattern')} help={words('patternHelp')} isRequired>
        {({ id, describedBy }) => (
          <input
            class="input code"
            id={id}
            aria-describedby={describedBy}
            placeholder="#(?P<id>[0-9]+)"
            spellcheck={false}
            value={pattern}
            onInput={(event) => setPattern(event.currentTarget.value)}
          />
        )}
      </Field>
      <Field label={words('template')} help={words('templateHelp')} isRequired>
        {({ id, describedBy }) => (
          <input
            class="input code"
            id={id}
            aria-describedby={describedBy}
            placeholder="https://example.com/tickets/{id}"
            spellcheck={false}
            value={template}
            onInput={(event) => setTemplate(event.currentTarget.value)}
          />
        )}
      </Field>
      <Field label={words('tryIt')}>
        {({ id }) => (
          <input
            class="input"
            id={id}
            value={sample}
            onInput={(event) => setSample(event.currentTarget.value)}
          />
        )}
      </Field>
      <TestOutcome pattern={pattern} template={template} sample={sample} />
    </FormDialog>
  )
}

interface TestOutcomeProps {
  readonly pattern: string
  readonly template: string
  readonly sample: string
}

function TestOutcome({ pattern, template, sample }: TestOutcomeProps) {
  if (pattern === '' || sample === '') return <p role="status" class="hidden" />
  const test = testLinkifier(pattern, template, sample)
  return (
    <p role="status" class="settings-help">
      {test.kind === 'invalid' && words('testInvalid')}
      {test.kind === 'none' && words('testNone')}
      {test.kind === 'found' && (
        <>
          {words('testFound', { text: test.matched })} <code class="wrap">{test.url}</code>
        </>
      )}
    </p>
  )
}
