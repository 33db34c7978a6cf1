import { html } from './html.ts'
import { fieldHtml, formHtml, ok, problemHtml, type Page } from './layout.ts'
import type { Texts } from './texts.ts'

const MAX_NAME = 100

export interface ShownCall {
  readonly name: string
  readonly isVoiceOnly: boolean
  /** Of the server where it is held. */
  readonly origin: string
}

interface Sent {
  readonly problem?: string
  readonly fullName?: string
}

export function callPage({ call }: Texts, shown: ShownCall, { problem, fullName }: Sent): Page {
  const name = fieldHtml({
    name: 'full_name',
    label: call.name,
    type: 'text',
    autocomplete: 'name',
    value: fullName,
    hint: call.nameHint,
    maxLength: MAX_NAME,
    isWrong: problem !== undefined,
  })
  const page = ok(
    call.title(shown.name),
    html`${problemHtml(problem)}
      <p>${shown.isVoiceOnly ? call.voiceOnly : call.explanation}</p>
      ${formHtml([name], call.button)}`,
  )
  return { ...page, leadsTo: shown.origin }
}
