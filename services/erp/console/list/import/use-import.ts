import { useEffect, useRef, useState } from 'preact/hooks'

import type { ModelMetadata } from '../../metadata/model-metadata.ts'
import { failureText } from '../../session/failure-text.ts'
import { words } from '../../words/import.ts'
import type { ListColumn } from '../list-columns.ts'
import { runImport, type ImportOptions, type ImportResult } from './import-run.ts'
import {
  mappedCsv,
  proposedMapping,
  readImport,
  type ImportFile,
  type Mapping,
  type Target,
} from './import-table.ts'

interface Running {
  readonly isDryRun: boolean
  readonly rows: number
}

interface Finished {
  readonly isDryRun: boolean
  readonly result: ImportResult
}

/** What is chosen of an import, and how far it is. */
export function useImport(
  { model }: ModelMetadata,
  {
    columns,
    targets,
  }: { readonly columns: readonly ListColumn[]; readonly targets: readonly Target[] },
) {
  const [file, setFile] = useState<ImportFile | undefined>(undefined)
  const [mapping, setMapping] = useState<Mapping>([])
  const [options, setOptions] = useState<Omit<ImportOptions, 'isDryRun'>>({
    mode: 'all',
    upsertBy: '',
  })
  const [running, setRunning] = useState<Running | undefined>(undefined)
  const [finished, setFinished] = useState<Finished | undefined>(undefined)
  const [problem, setProblem] = useState<string | undefined>(undefined)
  const abort = useRef<AbortController | undefined>(undefined)
  useEffect(() => () => abort.current?.abort(), [])
  const take = async (given: File): Promise<void> => {
    setFinished(undefined)
    setProblem(undefined)
    try {
      const read = await readImport(given)
      setFile(read)
      setMapping(read.kind === 'table' ? proposedMapping(read.titles, targets) : [])
    } catch {
      setFile(undefined)
      setProblem(words('unreadable', { name: given.name }))
    }
  }
  const run = async (isDryRun: boolean): Promise<void> => {
    if (file === undefined) return
    abort.current = new AbortController()
    setProblem(undefined)
    setFinished(undefined)
    setRunning({ isDryRun, rows: 0 })
    const isTable = file.kind === 'table'
    const content = isTable ? mappedCsv(file, mapping, columns) : file.content
    const type = isTable ? 'text/csv' : 'application/x-ndjson'
    try {
      const result = await runImport(
        { model, content, type },
        { ...options, isDryRun },
        { signal: abort.current.signal, onRows: (rows) => setRunning({ isDryRun, rows }) },
      )
      setFinished({ isDryRun, result })
    } catch (error) {
      if (!abort.current.signal.aborted) setProblem(failureText(error))
    }
    setRunning(undefined)
  }
  return {
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
    stop: () => abort.current?.abort(),
  }
}
