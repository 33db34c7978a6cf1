import eyeIcon from 'lucide-static/icons/eye.svg'
import { useState } from 'preact/hooks'
import { IconButton } from '@oficina/web/button.tsx'
import { Dialog } from '@oficina/web/dialog.tsx'
import { Pill } from '@oficina/web/pill.tsx'

import { textOf } from '../data/cell-value.ts'
import { valueAt } from '../data/data-path.ts'
import { PagesView } from '../preview/pages-view.tsx'
import { usePages } from '../preview/use-pages.ts'
import { lookOf, type TemplateData } from '../template/use-data.ts'
import { words } from '../words/merge.ts'
import type { RowProblem } from './check-rows.ts'
import { rowData, type RowContext } from './mapping.ts'

export interface RowsProps {
  readonly slug: string
  readonly context: RowContext
  readonly held: TemplateData
  readonly problems: ReadonlyMap<number, readonly RowProblem[]>
  readonly skipsBad: boolean
}

// Those with problems come first; nobody reads thousands.
const MAX_SHOWN = 100

/** Each row as it will be filled in, and what is wrong with it. */
export function RowsTable(props: RowsProps & { readonly onSkip: (skips: boolean) => void }) {
  const { slug, context, held, problems, skipsBad, onSkip } = props
  const { sheet, targets, mapping } = context
  const [opened, setOpened] = useState<number | undefined>(undefined)
  const columns = targets.filter(({ name }) => typeof mapping[name] === 'object')
  const order = [...sheet.rows.keys()].toSorted(
    (one, other) => Number(problems.has(other)) - Number(problems.has(one)) || one - other,
  )
  const shown = order.slice(0, MAX_SHOWN)
  return (
    <section class="card" aria-labelledby="merge-rows">
      <h2 id="merge-rows">{words('rows')}</h2>
      <p class="merge-tools" role="status">
        {problems.size === 0 ? (
          <Pill tone="success">{words('allGood', { count: sheet.rows.length })}</Pill>
        ) : (
          <Pill tone="danger">{words('withProblems', { count: problems.size })}</Pill>
        )}
        {shown.length < order.length && (
          <span class="muted">{words('more', { shown: shown.length, count: order.length })}</span>
        )}
      </p>
      {problems.size > 0 && (
        <label class="data-check">
          <input
            type="checkbox"
            checked={skipsBad}
            onChange={({ currentTarget }) => onSkip(currentTarget.checked)}
          />
          {words('skip')}
        </label>
      )}
      <div class="merge-scroll" tabIndex={0} role="group" aria-labelledby="merge-rows">
        <table class="merge-table">
          <thead>
            <tr>
              <th scope="col">{words('row')}</th>
              {columns.map(({ name, label }) => (
                <th key={name} scope="col" title={name}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((index) => (
              <Row
                key={index}
                index={index}
                columns={columns.map(({ name, path }) => ({
                  text: textOf(valueAt(rowData(sheet.rows[index] ?? [], context), path)),
                  problem: problems.get(index)?.find(({ target }) => target === name)?.message,
                }))}
                elsewhere={(problems.get(index) ?? []).filter(
                  ({ target }) => !columns.some(({ name }) => name === target),
                )}
                onOpen={() => setOpened(index)}
              />
            ))}
          </tbody>
        </table>
      </div>
      {opened !== undefined && (
        <RowPages
          slug={slug}
          index={opened}
          context={context}
          held={held}
          onClose={() => setOpened(undefined)}
        />
      )}
    </section>
  )
}

interface RowProps {
  readonly index: number
  readonly columns: readonly { readonly text: string; readonly problem: string | undefined }[]
  /** Problems of values that come from no column. */
  readonly elsewhere: readonly RowProblem[]
  readonly onOpen: () => void
}

function Row({ index, columns, elsewhere, onOpen }: RowProps) {
  return (
    <tr>
      <th scope="row">
        <IconButton icon={eyeIcon} label={words('show', { number: index + 1 })} onClick={onOpen} />
        {index + 1}
        {elsewhere.map(({ target, message }) => (
          <span key={target} class="field-error">
            {' '}
            {target}: {message}
          </span>
        ))}
      </th>
      {columns.map(({ text, problem }, at) => (
        <td key={at} class={problem === undefined ? '' : 'wrong'}>
          {text}
          {problem !== undefined && <span class="field-error"> {problem}</span>}
        </td>
      ))}
    </tr>
  )
}

interface RowPagesProps {
  readonly slug: string
  readonly index: number
  readonly context: RowContext
  readonly held: TemplateData
  readonly onClose: () => void
}

function RowPages({ slug, index, context, held, onClose }: RowPagesProps) {
  const data = rowData(context.sheet.rows[index] ?? [], context)
  const pages = usePages(slug, { kind: 'stored', slug }, { data, ...lookOf(held) })
  const title = words('preview', { number: index + 1 })
  return (
    <Dialog title={title} size="medium" onClose={onClose}>
      <PagesView pages={pages} title={title} />
    </Dialog>
  )
}
