import { classes } from '@oficina/web/dom.ts'

import type { Problem } from '../templates/template-api.ts'
import { partName, type OutlinePlace } from './place.ts'
import type { OutlinePart } from './read-outline.ts'

export interface OutlineTextProps {
  readonly parts: readonly OutlinePart[]
  readonly problems: readonly Problem[]
  readonly chosen: OutlinePlace | undefined
}

/** The text of the template with its tags marked, and what is wrong where it stands. */
export function OutlineText({ parts, problems, chosen }: OutlineTextProps) {
  return (
    <>
      {parts.map(({ name, paragraphs }) => (
        <section key={name} class="outline-part" aria-label={partName(name)}>
          <h3>{partName(name)}</h3>
          {paragraphs.map(({ number, text, isInTable }) => {
            const own = problems.filter(
              ({ part, paragraph }) => part === name && paragraph === number,
            )
            const isChosen = chosen?.part === name && chosen.paragraph === number
            if (text.trim() === '' && own.length === 0 && !isChosen) return null
            return (
              <div
                key={number}
                class={classes('outline-line', isInTable && 'cell', own.length > 0 && 'wrong')}
                tabIndex={-1}
                {...(isChosen ? { 'data-chosen': 'true' } : {})}
              >
                <p>
                  <Marked text={text} tag={isChosen ? chosen.tag : undefined} />
                </p>
                {own.map(({ message }, index) => (
                  <p key={index} class="field-error">
                    {message}
                  </p>
                ))}
              </div>
            )
          })}
        </section>
      ))}
    </>
  )
}

const TAG = /(\{[^{}]*\})/

function Marked({ text, tag }: { readonly text: string; readonly tag: string | undefined }) {
  return (
    <>
      {text.split(TAG).map((piece, index) =>
        TAG.test(piece) ? (
          <mark key={index} class={classes('tag-mark', piece === tag && 'chosen')}>
            {piece}
          </mark>
        ) : (
          piece
        ),
      )}
    </>
  )
}
