import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { Button } from '@oficina/web/button.tsx'
import { printCsv } from '@oficina/web/csv-text.ts'
import { Link } from '@oficina/web/link.tsx'
import { Failure, Skeleton } from '@oficina/web/notice.tsx'
import type { PageProps } from '@oficina/web/page-routes.ts'
import { Progress } from '@oficina/web/progress.tsx'
import { saveFile } from '@oficina/web/save-file.ts'
import { useTitle } from '@oficina/web/title.ts'

import { modelMetadata, type ModelMetadata } from '../../metadata/model-metadata.ts'
import { failureText } from '../../session/failure-text.ts'
import { words } from '../../words/import.ts'
import { listColumns } from '../list-columns.ts'
import { ImportMapping } from './import-mapping.tsx'
import { ImportOutcome } from './import-outcome.tsx'
import type { ImportOptions } from './import-run.ts'
import { targetsOf } from './import-table.ts'
import { useImport } from './use-import.ts'

/** `/m/:modelo/import`: records out of a file. */
export function ImportPage({ params }: PageProps) {
  const model = params['modelo'] ?? ''
  const [meta, setMeta] = useState<ModelMetadata | undefined>(undefined)
  const [error, setError] = useState<unknown>(undefined)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    setError(undefined)
    modelMetadata(model).then(setMeta, setError)
  }, [model, attempt])
  if (error !== undefined) {
    return <Failure text={failureText(error)} onRetry={() => setAttempt(attempt + 1)} />
  }
  return meta === undefined ? <Skeleton lines={8} /> : <ImportOf meta={meta} />
}

function ImportOf({ meta }: { readonly meta: ModelMetadata }) {
  useTitle(words('title', { name: meta.label_plural }))
  const columns = useMemo(() => listColumns(meta), [meta])
  const targets = useMemo(
    () => targetsOf(columns, (label) => words('inWords', { label })),
    [columns],
  )
  const {
    file,
    take,
    mapping,
    setMapping,
    options,
    setOptions,
    running,
    finished,
    problem,
    run,
    stop,
  } = useImport(meta, { columns, targets })
  const count = file === undefined ? 0 : file.kind === 'table' ? file.rows.length : file.count
  const canRun =
    file !== undefined && (file.kind === 'lines' || mapping.some((name) => name !== undefined))
  return (
    <div class="import">
      <div class="list-head">
        <h1>{words('title', { name: meta.label_plural })}</h1>
        <span class="grow" />
        <Link to={`/m/${meta.model}`}>{words('backToList')}</Link>
      </div>
      <FilePicker
        name={file?.name}
        onFile={(given) => void take(given)}
        onTemplate={() => saveFile(templateOf(meta), `${meta.model}.csv`)}
      />
      {problem !== undefined && <Failure text={problem} />}
      {file !== undefined && (
        <>
          <ImportMapping file={file} targets={targets} mapping={mapping} onChange={setMapping} />
          <Choices meta={meta} options={options} onChange={setOptions} />
          <div class="import-actions">
            {running === undefined ? (
              <>
                <Button disabled={!canRun} onClick={() => void run(true)}>
                  {words('dryRun')}
                </Button>
                <Button kind="primary" disabled={!canRun} onClick={() => void run(false)}>
                  {words('run', { count })}
                </Button>
              </>
            ) : (
              <>
                <Progress
                  label={words('title', { name: meta.label_plural })}
                  done={running.rows}
                  of={count}
                />
                <span role="status">
                  {words(running.isDryRun ? 'trying' : 'running', {
                    count: running.rows,
                    of: count,
                  })}
                </span>
                <Button onClick={stop}>{words('stop')}</Button>
              </>
            )}
          </div>
        </>
      )}
      {finished !== undefined && file !== undefined && (
        <ImportOutcome {...finished} meta={meta} file={file} mapping={mapping} columns={columns} />
      )}
    </div>
  )
}

interface FilePickerProps {
  readonly name: string | undefined
  readonly onFile: (file: File) => void
  readonly onTemplate: () => void
}

const ACCEPTED = '.csv,.txt,.xlsx,.jsonl,.ndjson,.json'

function FilePicker({ name, onFile, onTemplate }: FilePickerProps) {
  const [isOver, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  return (
    <div
      class={isOver ? 'import-drop over' : 'import-drop'}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        const dropped = event.dataTransfer?.files[0]
        if (dropped !== undefined) onFile(dropped)
      }}
    >
      <p>{name ?? words('drop')}</p>
      <Button onClick={() => input.current?.click()}>{words('chooseFile')}</Button>
      <Button kind="quiet" onClick={onTemplate}>
        {words('template')}
      </Button>
      <input
        ref={input}
        class="hidden"
        type="file"
        accept={ACCEPTED}
        tabIndex={-1}
        aria-label={words('chooseFile')}
        onChange={(event) => {
          const chosen = event.currentTarget.files?.[0]
          if (chosen !== undefined) onFile(chosen)
          // The same file, mended meanwhile, can be chosen again.
          event.currentTarget.value = ''
        }}
      />
    </div>
  )
}

interface ChoicesProps {
  readonly meta: ModelMetadata
  readonly options: Omit<ImportOptions, 'isDryRun'>
  readonly onChange: (options: Omit<ImportOptions, 'isDryRun'>) => void
}

function Choices({ meta, options, onChange }: ChoicesProps) {
  const keys = meta.columns.filter(
    ({ name, unique, type }) =>
      name === 'id' || (unique && (type === 'text' || type === 'integer')),
  )
  return (
    <div class="import-choices">
      <fieldset>
        <legend>{words('mode')}</legend>
        {(['all', 'rows'] as const).map((mode) => (
          <label key={mode}>
            <input
              type="radio"
              name="mode"
              checked={options.mode === mode}
              onChange={() => onChange({ ...options, mode })}
            />
            {words(mode === 'all' ? 'all' : 'rowsMode')}
          </label>
        ))}
      </fieldset>
      <label class="import-upsert">
        <span>{words('upsert')}</span>
        <select
          class="input"
          value={options.upsertBy}
          onChange={(event) => onChange({ ...options, upsertBy: event.currentTarget.value })}
        >
          <option value="">{words('onlyCreate')}</option>
          {keys.map(({ name, label }) => (
            <option key={name} value={name}>
              {words('sameKey', { name: label })}
            </option>
          ))}
        </select>
      </label>
    </div>
  )
}

/** A table with the titles of everything that can be written, those that must be first. */
function templateOf({ columns }: ModelMetadata): Blob {
  const written = columns.filter(
    (column) =>
      !column.read_only && !column.write_only && column.computed === null && column.type !== 'json',
  )
  const isNeeded = written.filter(
    ({ required, filled_by: filledBy }) => required && filledBy === null,
  )
  const others = written.filter((column) => !isNeeded.includes(column))
  const titles = [...isNeeded, ...others].map(({ label }) => label)
  return new Blob([`\u{feff}${printCsv([titles])}`], { type: 'text/csv' })
}
