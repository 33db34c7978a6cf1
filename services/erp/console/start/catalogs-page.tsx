import { useRef, useState } from 'preact/hooks'
import { Button } from '@oficina/web/button.tsx'
import { language } from '@oficina/web/language.ts'
import { Link } from '@oficina/web/link.tsx'
import { Failure } from '@oficina/web/notice.tsx'
import { useTitle } from '@oficina/web/title.ts'

import { allModules } from '../metadata/all-modules.ts'
import { api } from '../session/api.ts'
import { failureText } from '../session/failure-text.ts'
import { words } from '../words/start.ts'

interface Load {
  readonly modelo: string
  readonly filas: number
  readonly sin_resolver: number
}

// The largest file takes half a minute; a busy service takes longer.
const TIMEOUT_MS = 900_000

/** `/start/catalogs`: the catalogs that the SAT and the postal service publish, for all companies of the installation. */
export function CatalogsPage() {
  useTitle(words('publicTitle'))
  const [reading, setReading] = useState<string | undefined>(undefined)
  const [error, setError] = useState<string | undefined>(undefined)
  const [told, setTold] = useState<readonly string[]>([])
  const picker = useRef<HTMLInputElement>(null)
  const take = async (files: readonly File[]): Promise<void> => {
    setError(undefined)
    setTold([])
    try {
      for (const file of files) {
        setReading(file.name)
        const texts = await load(file)
        setTold((before) => [...before, ...texts])
      }
    } catch (failed) {
      setError(failureText(failed))
    }
    setReading(undefined)
  }
  return (
    <div class="start">
      <h1>{words('publicTitle')}</h1>
      <p class="muted">{words('publicIntro')}</p>
      <ul>
        <li>{words('publicSat')}</li>
        <li>{words('publicPost')}</li>
      </ul>
      <p class="start-ways">
        <input
          ref={picker}
          type="file"
          class="hidden"
          tabIndex={-1}
          multiple
          accept=".xlsx,.xls,.csv,.txt"
          aria-label={words('publicFiles')}
          onChange={({ currentTarget }) => {
            const files = [...(currentTarget.files ?? [])]
            currentTarget.value = ''
            if (files.length > 0) void take(files)
          }}
        />
        <Button
          kind="primary"
          isBusy={reading !== undefined}
          onClick={() => picker.current?.click()}
        >
          {words('publicFiles')}
        </Button>
        <Link to="/start" class="btn">
          {words('cfdiBack')}
        </Link>
      </p>
      {reading !== undefined && <p role="status">{words('publicReading', { name: reading })}</p>}
      {error !== undefined && <Failure text={error} />}
      {told.length > 0 && (
        <div class="card" role="status">
          {told.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </div>
      )}
    </div>
  )
}

/** Loads a file, and says what there is now. @throws ApiFailure */
async function load(file: File): Promise<readonly string[]> {
  const { data } = await api<readonly Load[]>(
    `/catalogs?${new URLSearchParams({ nombre: file.name }).toString()}`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream' },
      body: file,
      timeoutMs: TIMEOUT_MS,
    },
  )
  const models = (await allModules()).flatMap((module) => module.models)
  return data.map(({ modelo, filas }) => {
    const known = models.find(({ name }) => name === modelo)
    return words('publicDone', {
      name: known?.label ?? modelo,
      count: filas.toLocaleString(language.value),
      file: file.name,
    })
  })
}
