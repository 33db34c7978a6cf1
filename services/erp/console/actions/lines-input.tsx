import { useRef, useState } from 'preact/hooks'
import { newId } from '@oficina/web/dom.ts'
import { Failure, Skeleton } from '@oficina/web/notice.tsx'
import { useLoaded } from '@oficina/web/use-loaded.ts'

import { modelMetadata, type ModelMetadata } from '../metadata/model-metadata.ts'
import { api } from '../session/api.ts'
import { words } from '../words/actions.ts'
import type { LinesInput as Lines } from './action-description.ts'
import { entriesOf, isPending, type Cells, type Line } from './line-entries.ts'
import { LineTable } from './line-table.tsx'
import type { OwnRecord } from './own-record.ts'

interface LinesInputProps {
  readonly label: string
  readonly lines: Lines
  /** The name of the lines in the record. */
  readonly relation: string
  readonly own: OwnRecord
  readonly error: string | undefined
  readonly onChange: (value: unknown) => void
}

interface Known {
  readonly meta: ModelMetadata
  readonly lines: readonly Line[]
}

/** All that is pending of a record's lines, or so much of each. */
export function LinesInput({ label, lines, relation, own, error, onChange }: LinesInputProps) {
  const [isPart, setPart] = useState(false)
  const [cells, setCells] = useState<Cells>({})
  const group = useRef(newId('lines')).current
  const question = isPart ? `${own.model} ${own.record.id} ${relation}` : undefined
  const known = useLoaded(question, (signal) => readLines(own, relation, signal))
  const pending = (known.value?.lines ?? []).filter((line) => isPending(line, lines))
  const change = (changed: Cells): void => {
    setCells(changed)
    onChange(entriesOf(pending, lines, changed))
  }
  const choose = (part: boolean): void => {
    setPart(part)
    setCells({})
    onChange(null)
  }
  return (
    <fieldset class="group-input lines-input wide">
      <legend>{label}</legend>
      {[false, true].map((part) => (
        <label key={String(part)}>
          <input
            type="radio"
            name={group}
            checked={isPart === part}
            onChange={() => choose(part)}
          />
          {words(part ? 'linesSome' : 'linesWhole')}
        </label>
      ))}
      {error !== undefined && (
        <p class="field-error" role="alert">
          {error}
        </p>
      )}
      {isPart && known.error !== undefined && (
        <Failure text={words('linesFailed')} onRetry={known.reload} />
      )}
      {isPart && known.value === undefined && known.error === undefined && <Skeleton />}
      {isPart && known.value !== undefined && (
        <LineTable
          meta={known.value.meta}
          parent={own.model}
          {...{ lines, pending, cells }}
          onChange={change}
        />
      )}
    </fieldset>
  )
}

async function readLines(own: OwnRecord, name: string, signal: AbortSignal): Promise<Known> {
  const parent = await modelMetadata(own.model)
  const relation = parent.relations.find((one) => one.name === name)
  if (relation === undefined) throw new Error(`${own.model} has no lines ${name}`)
  const [meta, { data }] = await Promise.all([
    modelMetadata(relation.model),
    api<Readonly<Record<string, unknown>>>(`/${own.model}/${own.record.id}?lines=true`, { signal }),
  ])
  // The relation's name holds the lines, each as a record.
  return { meta, lines: (data[name] ?? []) as readonly Line[] }
}
