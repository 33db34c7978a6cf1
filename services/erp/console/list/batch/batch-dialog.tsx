import { useEffect, useRef, useState } from 'preact/hooks'
import { Button } from '@oficina/web/button.tsx'
import { Dialog } from '@oficina/web/dialog.tsx'
import { Link } from '@oficina/web/link.tsx'
import { Failure } from '@oficina/web/notice.tsx'
import { Progress } from '@oficina/web/progress.tsx'
import { saveFile } from '@oficina/web/save-file.ts'

import { failureText } from '../../session/failure-text.ts'
import { words } from '../../words/list.ts'
import { ScrollBox } from '../grid/scroll-box.tsx'
import { useReferenceTexts } from '../reference-texts.ts'
import { failuresCsv, inParts, runBatch, type Batch, type BatchProgress } from './batch-run.ts'

export interface BatchDialogProps {
  readonly title: string
  readonly model: string
  readonly count: number
  readonly parts: Batch['parts']
  readonly run: Batch['run']
  readonly onClose: () => void
}

const BEGUN: BatchProgress = { state: 'running', done: 0, succeeded: 0, failures: [] }
const MAX_LISTED = 200
const PART = 100

/** How something done to many records goes on, and which of them were refused. */
export function BatchDialog({ title, model, count, parts, run, onClose }: BatchDialogProps) {
  const [progress, setProgress] = useState(BEGUN)
  const [of, setOf] = useState(count)
  const abort = useRef(new AbortController())
  const begin = (from: Batch['parts']): void => {
    abort.current = new AbortController()
    setProgress(BEGUN)
    void runBatch({ parts: from, run, onProgress: setProgress, signal: abort.current.signal })
  }
  useEffect(() => {
    begin(parts)
    return () => abort.current.abort()
  }, [])
  const { state, done, succeeded, failures, error } = progress
  const isRunning = state === 'running'
  const listed = failures.slice(0, MAX_LISTED)
  const texts = useReferenceTexts(
    model,
    isRunning ? [] : listed.slice(0, PART).map(({ id }) => String(id)),
  )
  const nameOf = (id: number): string => texts[String(id)] ?? `#${id}`
  const retry = (): void => {
    setOf(failures.length)
    begin(
      inParts(
        failures.map(({ id }) => id),
        PART,
      ),
    )
  }
  return (
    <Dialog
      title={title}
      size={failures.length > 0 ? 'medium' : 'small'}
      onClose={() => {
        abort.current.abort()
        onClose()
      }}
      actions={
        isRunning ? (
          <Button onClick={() => abort.current.abort()}>{words('stop')}</Button>
        ) : (
          <>
            {failures.length > 0 && (
              <>
                <Button
                  onClick={() =>
                    saveFile(
                      new Blob([failuresCsv(failures, nameOf)], { type: 'text/csv' }),
                      `${model}.csv`,
                    )
                  }
                >
                  {words('download')}
                </Button>
                <Button onClick={retry}>{words('retryFailed')}</Button>
              </>
            )}
            <Button kind="primary" onClick={onClose}>
              {words('done')}
            </Button>
          </>
        )
      }
    >
      <div class="batch">
        <Progress label={title} done={done} of={of} />
        <p role="status">
          {words(isRunning ? 'batchRunning' : 'batchDone', { done, of, succeeded })}{' '}
          {failures.length > 0 && <b>{words('batchFailed', { count: failures.length })}</b>}{' '}
          {state === 'cancelled' && words('batchCancelled')}
        </p>
        {state === 'failed' && <Failure text={failureText(error)} />}
        {!isRunning && listed.length > 0 && (
          <Refused model={model} listed={listed} nameOf={nameOf} />
        )}
      </div>
    </Dialog>
  )
}

interface RefusedProps {
  readonly model: string
  readonly listed: BatchProgress['failures']
  readonly nameOf: (id: number) => string
}

function Refused({ model, listed, nameOf }: RefusedProps) {
  return (
    <ScrollBox class="batch-failures" label={words('refused')}>
      <table>
        <tbody>
          {listed.map(({ id, reason }) => (
            <tr key={id}>
              <td>
                <Link to={`/m/${model}/${id}`}>{nameOf(id)}</Link>
              </td>
              <td>{reason}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  )
}
