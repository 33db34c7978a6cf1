import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { classes } from '@oficina/web/dom.ts'
import { Failure, Skeleton } from '@oficina/web/notice.tsx'
import { useLoaded } from '@oficina/web/use-loaded.ts'

import { failureText } from '../session/failure-text.ts'
import type { TabProps } from '../template/tab-panel.tsx'
import { readDocx, type Problem } from '../templates/template-api.ts'
import { words } from '../words/outline.ts'
import { OutlineText } from './outline-text.tsx'
import type { OutlinePlace } from './place.ts'
import { partName } from './place.ts'
import { readOutline } from './read-outline.ts'
import { TagTree } from './tag-tree.tsx'

/** What the template asks for and what is wrong with it on one side, its text on the other: each leads to its place. */
export function TagsTab({ known }: TabProps) {
  const { template, tags } = known
  const [chosen, setChosen] = useState<OutlinePlace | undefined>(undefined)
  const outline = useLoaded(`${template.slug} ${template.updatedAt}`, async (signal) =>
    readOutline((await readDocx(template.slug, signal)).docx),
  )
  const text = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (chosen === undefined) return
    const found = text.current?.querySelector<HTMLElement>('[data-chosen]')
    found?.scrollIntoView({ block: 'center' })
    found?.focus({ preventScroll: true })
  }, [chosen])
  return (
    <div class="outline">
      <div class="outline-side">
        {tags.problems.length > 0 && <Problems problems={tags.problems} onChoose={setChosen} />}
        <h2>{words('tags')}</h2>
        {tags.tags.length === 0 && <p class="muted">{words('noTags')}</p>}
        <TagTree tags={tags.tags} chosen={chosen} onChoose={setChosen} />
        <Help />
      </div>
      <div class="outline-text" ref={text}>
        <h2>{words('text')}</h2>
        {outline.error !== undefined && (
          <Failure
            text={outline.error instanceof Error ? words('unreadable') : failureText(outline.error)}
            onRetry={outline.reload}
          />
        )}
        {outline.value === undefined && outline.isLoading && <Skeleton lines={8} />}
        {outline.value !== undefined && (
          <OutlineText parts={outline.value} problems={tags.problems} chosen={chosen} />
        )}
      </div>
    </div>
  )
}

interface ProblemsProps {
  readonly problems: readonly Problem[]
  readonly onChoose: (place: OutlinePlace) => void
}

function Problems({ problems, onChoose }: ProblemsProps) {
  return (
    <section class="problem-list" aria-labelledby="problems-title">
      <h2 id="problems-title">{words('problems', { count: problems.length })}</h2>
      <ul>
        {problems.map((problem, index) => (
          <li key={index}>
            <button
              type="button"
              class={classes('problem', problem.paragraph === 0 && 'nowhere')}
              onClick={() =>
                onChoose({ part: problem.part, paragraph: problem.paragraph, tag: problem.tag })
              }
            >
              <span>
                {problem.tag !== '' && <code>{problem.tag}</code>} {problem.message}
              </span>
              <small>
                {problem.paragraph > 0
                  ? words('at', { part: partName(problem.part), number: problem.paragraph })
                  : partName(problem.part)}
              </small>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What can be written in a template, at a glance. */
function Help() {
  const rows = [
    ['{nombre}', words('helpValue')],
    ['{#partidas} … {/partidas}', words('helpSection')],
    ['{^partidas} … {/partidas}', words('helpInverted')],
    ["{total | currency:'MXN'}", words('helpFormatter')],
    ['{%logo}', words('helpImage')],
  ]
  return (
    <details class="look">
      <summary>{words('help')}</summary>
      <dl class="help-list">
        {rows.map(([tag, text]) => (
          <div key={tag}>
            <dt>
              <code>{tag}</code>
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
