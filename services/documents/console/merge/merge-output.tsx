import downloadIcon from 'lucide-static/icons/download.svg'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Button } from '@oficina/web/button.tsx'
import { Field } from '@oficina/web/field.tsx'
import { Failure } from '@oficina/web/notice.tsx'
import { Progress } from '@oficina/web/progress.tsx'
import { guardLeaving } from '@oficina/web/router.ts'
import { saveFile } from '@oficina/web/save-file.ts'

import { PLAIN_PDF, pdfOptions, type PdfChoice } from '../pdf/pdf-choice.ts'
import { PdfFields } from '../pdf/pdf-fields.tsx'
import { failureText } from '../session/failure-text.ts'
import { lookOf } from '../template/use-data.ts'
import { words } from '../words/merge.ts'
import { rowData, type RowContext } from './mapping.ts'
import { OutputField } from './output-field.tsx'
import type { RowsProps } from './rows-table.tsx'
import { runMerge, type MergeOutcome, type MergeRow, type Output } from './run-merge.ts'

type State =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running'; readonly done: number; readonly of: number }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly text: string }
  | { readonly kind: 'done'; readonly outcome: MergeOutcome }

/** What is made of the rows, how far it is, and what came of it. */
export function MergeOutput({ slug, context, held, problems, skipsBad }: RowsProps) {
  const { sheet } = context
  const [output, setOutput] = useState<Output>('pdf')
  const [naming, setNaming] = useState('')
  const [pdf, setPdf] = useState<PdfChoice>(PLAIN_PDF)
  const [hasPageNumbers, setPageNumbers] = useState(false)
  const [state, setState] = useState<State>({ kind: 'idle' })
  const running = useRef<AbortController | undefined>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const isRunning = state.kind === 'running'
  // A tab that is closed asks first; within the page, leaving ends the work.
  useEffect(() => (isRunning ? guardLeaving(() => true) : undefined), [isRunning])
  const indexes = [...sheet.rows.keys()].filter((index) => !(skipsBad && problems.has(index)))
  const start = async (): Promise<void> => {
    const abort = new AbortController()
    running.current = abort
    const of = indexes.length
    const rows = indexes.map((index) => mergeRow(context, index, naming))
    setState({ kind: 'running', done: 0, of })
    try {
      const outcome = await runMerge(
        { slug, output, rows, look: lookOf(held), hasPageNumbers, pdf: pdfOptions(pdf) },
        { signal: abort.signal, onProgress: (done) => setState({ kind: 'running', done, of }) },
      )
      setState({ kind: 'done', outcome })
      if (outcome.failures.length === 0) save(outcome, slug, output)
    } catch (error) {
      setState(
        abort.signal.aborted ? { kind: 'cancelled' } : { kind: 'failed', text: failureText(error) },
      )
    }
  }
  const isBlocked = indexes.length === 0 || (problems.size > 0 && !skipsBad)
  return (
    <section class="card" aria-labelledby="merge-output">
      <h2 id="merge-output">{words('output')}</h2>
      <div class="data-form">
        <OutputField
          output={output}
          isDisabled={isRunning}
          onChange={(chosen) => {
            setOutput(chosen)
            setPdf(PLAIN_PDF)
          }}
        />
        <Field label={words('nameFrom')}>
          {({ id }) => (
            <select
              id={id}
              class="input"
              value={naming}
              disabled={isRunning}
              onChange={({ currentTarget }) => setNaming(currentTarget.value)}
            >
              <option value="">{words('byNumber')}</option>
              {sheet.titles.map((title, at) => (
                <option key={at} value={String(at)}>
                  {title}
                </option>
              ))}
            </select>
          )}
        </Field>
        {output === 'pdf' && (
          <label class="data-check">
            <input
              type="checkbox"
              checked={hasPageNumbers}
              disabled={isRunning}
              onChange={({ currentTarget }) => setPageNumbers(currentTarget.checked)}
            />
            {words('pageNumbers')}
          </label>
        )}
      </div>
      {output !== 'zip-docx' && (
        <PdfFields choice={pdf} onChange={setPdf} isOfMany={output === 'pdf'} />
      )}
      <p class="merge-tools">
        {isRunning ? (
          <Button onClick={() => running.current?.abort()}>{words('cancel')}</Button>
        ) : (
          <Button kind="primary" disabled={isBlocked} onClick={() => void start()}>
            {words('make', { count: indexes.length })}
          </Button>
        )}
      </p>
      <Came state={state} onSave={(outcome) => save(outcome, slug, output)} />
    </section>
  )
}

/** A row with what its document is called: the cell of the column `naming`, or nothing. */
function mergeRow(context: RowContext, index: number, naming: string): MergeRow {
  const row = context.sheet.rows[index] ?? []
  const title = naming === '' ? '' : (row[Number(naming)] ?? '').trim()
  return { index, title, data: rowData(row, context) }
}

function save({ file }: MergeOutcome, slug: string, output: Output): void {
  if (file !== undefined) saveFile(file, `${slug}.${output === 'pdf' ? 'pdf' : 'zip'}`)
}

interface CameProps {
  readonly state: State
  readonly onSave: (outcome: MergeOutcome) => void
}

const MAX_FAILURES = 50

function Came({ state, onSave }: CameProps) {
  switch (state.kind) {
    case 'idle':
      return null
    case 'running': {
      const { done, of } = state
      const text = done === of ? words('joining') : words('making', { done, of })
      return (
        <div role="status">
          <Progress label={text} done={done} of={of} />
          <p class="muted">{text}</p>
        </div>
      )
    }
    case 'cancelled':
      return <p role="status">{words('cancelled')}</p>
    case 'failed':
      return <Failure text={state.text} />
    case 'done': {
      const { outcome } = state
      const { made, failures, file } = outcome
      return (
        <div role="status" class="merge-came">
          <p class="merge-tools">
            {words('made', { count: made })}
            {file !== undefined && (
              <Button icon={downloadIcon} onClick={() => onSave(outcome)}>
                {words('save')}
              </Button>
            )}
          </p>
          {failures.length > 0 && (
            <>
              <p class="field-error">{words('failed', { count: failures.length })}</p>
              <ul class="problem-lines">
                {failures.slice(0, MAX_FAILURES).map(({ index, message }) => (
                  <li key={index}>{words('failedRow', { number: index + 1, message })}</li>
                ))}
              </ul>
            </>
          )}
        </div>
      )
    }
  }
}
