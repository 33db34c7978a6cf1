import { useRef, useState } from 'preact/hooks'
import { Button } from '@oficina/web/button.tsx'
import { Link } from '@oficina/web/link.tsx'
import { Failure } from '@oficina/web/notice.tsx'
import { useTitle } from '@oficina/web/title.ts'

import { failureText } from '../session/failure-text.ts'
import { words } from '../words/start.ts'
import { makeChosen, readFiles } from './cfdi-calls.ts'
import { keyOf, LISTS, type Found, type ListName, type Proposal } from './cfdi-proposals.ts'

type Chosen = Readonly<Record<ListName, ReadonlySet<string>>>

/** `/start/cfdi`: customers, suppliers and articles out of the XML that a company has. */
export function CfdiPage() {
  useTitle(words('cfdiTitle'))
  const [found, setFound] = useState<Found | undefined>(undefined)
  const [chosen, setChosen] = useState<Chosen>(NOBODY)
  const [read, setRead] = useState<number | undefined>(undefined)
  const [error, setError] = useState<string | undefined>(undefined)
  const [made, setMade] = useState<readonly string[] | undefined>(undefined)
  const work = async (run: () => Promise<void>): Promise<void> => {
    setError(undefined)
    setRead(0)
    try {
      await run()
    } catch (failed) {
      setError(failureText(failed))
    }
    setRead(undefined)
  }
  const take = (files: readonly File[]): Promise<void> =>
    work(async () => {
      setMade(undefined)
      const all = await readFiles(files, setRead)
      setFound(all)
      setChosen(allNew(all))
    })
  const make = (all: Found): Promise<void> =>
    work(async () => {
      const picked = (list: ListName) =>
        all[list].filter((proposal) => chosen[list].has(keyOf(list, proposal)))
      const told = await makeChosen({
        proveedores: picked('proveedores'),
        clientes: picked('clientes'),
        articulos: picked('articulos'),
      })
      const counts = LISTS.map((list) => `${words(list)}: ${told[list]}`).join(', ')
      setMade([words('cfdiMade', { counts }), ...told.avisos])
      setFound(undefined)
      setChosen(NOBODY)
    })
  const count = LISTS.reduce((sum, list) => sum + chosen[list].size, 0)
  return (
    <div class="start">
      <h1>{words('cfdiTitle')}</h1>
      <p class="muted">{words('cfdiIntro')}</p>
      <Pickers isBusy={read !== undefined} take={take} />
      {error !== undefined && <Failure text={error} />}
      {read !== undefined && <p role="status">{words('cfdiReading', { count: String(read) })}</p>}
      {made !== undefined && <Outcome texts={made} />}
      {found !== undefined && (
        <>
          <p role="status">{words('cfdiRead', { count: String(found.leidos) })}</p>
          {found.problemas.length > 0 && <Problems found={found} />}
          {LISTS.map((list) => (
            <Proposals
              key={list}
              list={list}
              proposals={found[list]}
              chosen={chosen[list]}
              onChange={(keys) => setChosen({ ...chosen, [list]: keys })}
            />
          ))}
          <Button
            kind="primary"
            disabled={count === 0}
            isBusy={read !== undefined}
            onClick={() => void make(found)}
          >
            {words('cfdiMake', { count: String(count) })}
          </Button>
        </>
      )}
    </div>
  )
}

const NOBODY: Chosen = { proveedores: new Set(), clientes: new Set(), articulos: new Set() }

/** Parties are wanted; of articles, those that the company sells or bought more than once. */
function allNew(found: Found): Chosen {
  const of = (list: ListName, isWanted: (proposal: Proposal) => boolean) =>
    new Set(
      found[list]
        .filter((proposal) => proposal.existe === null && isWanted(proposal))
        .map((proposal) => keyOf(list, proposal)),
    )
  return {
    proveedores: of('proveedores', () => true),
    clientes: of('clientes', () => true),
    articulos: of('articulos', ({ veces, ...rest }) => veces > 1 || rest['se_vende'] === true),
  }
}

interface PickersProps {
  readonly isBusy: boolean
  readonly take: (files: readonly File[]) => Promise<void>
}

/** A folder or some files: what is no XML is passed over. */
function Pickers({ isBusy, take }: PickersProps) {
  const files = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const taken = (input: HTMLInputElement): void => {
    const all = [...(input.files ?? [])].filter(({ name }) => /\.xml$/i.test(name))
    input.value = ''
    if (all.length > 0) void take(all)
  }
  const common = { type: 'file', class: 'hidden', tabIndex: -1, multiple: true } as const
  return (
    <p class="start-ways">
      <input
        ref={files}
        {...common}
        accept=".xml"
        aria-label={words('cfdiFiles')}
        onChange={({ currentTarget }) => taken(currentTarget)}
      />
      <input
        ref={folder}
        {...common}
        {...{ webkitdirectory: true }}
        aria-label={words('cfdiFolder')}
        onChange={({ currentTarget }) => taken(currentTarget)}
      />
      <Button kind="primary" isBusy={isBusy} onClick={() => folder.current?.click()}>
        {words('cfdiFolder')}
      </Button>
      <Button isBusy={isBusy} onClick={() => files.current?.click()}>
        {words('cfdiFiles')}
      </Button>
      <Link to="/start" class="btn">
        {words('cfdiBack')}
      </Link>
    </p>
  )
}

function Outcome({ texts }: { readonly texts: readonly string[] }) {
  return (
    <div class="card" role="status">
      {texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </div>
  )
}

function Problems({ found }: { readonly found: Found }) {
  return (
    <details class="card">
      <summary>{words('cfdiProblems', { count: String(found.problemas.length) })}</summary>
      <ul>
        {found.problemas.map(({ nombre, message }) => (
          <li key={nombre}>{message}</li>
        ))}
      </ul>
    </details>
  )
}

interface ProposalsProps {
  readonly list: ListName
  readonly proposals: readonly Proposal[]
  readonly chosen: ReadonlySet<string>
  readonly onChange: (keys: ReadonlySet<string>) => void
}

function Proposals({ list, proposals, chosen, onChange }: ProposalsProps) {
  const fresh = proposals.filter(({ existe }) => existe === null)
  const keys = fresh.map((proposal) => keyOf(list, proposal))
  const isAll = keys.length > 0 && keys.every((key) => chosen.has(key))
  const toggle = (key: string): void => {
    const next = new Set(chosen)
    if (!next.delete(key)) next.add(key)
    onChange(next)
  }
  return (
    <fieldset class="card cfdi-list">
      <legend>
        {words(list)} ({proposals.length})
      </legend>
      {keys.length > 0 && (
        <label class="check">
          <input
            type="checkbox"
            checked={isAll}
            onChange={() => onChange(new Set(isAll ? [] : keys))}
          />
          {words('cfdiAll')}
        </label>
      )}
      {proposals.length === 0 && <p class="muted">{words('cfdiNone')}</p>}
      {proposals.map((proposal) => {
        const key = keyOf(list, proposal)
        const isKnown = proposal.existe !== null
        return (
          <label key={key} class="check">
            <input
              type="checkbox"
              disabled={isKnown}
              checked={!isKnown && chosen.has(key)}
              onChange={() => toggle(key)}
            />
            <span>
              {nameOf(list, proposal)} <small class="muted">{detailOf(list, proposal)}</small>
              {isKnown && <small class="pill">{words('cfdiKnown')}</small>}
            </span>
          </label>
        )
      })}
    </fieldset>
  )
}

function nameOf(list: ListName, proposal: Proposal): string {
  return String(proposal[list === 'articulos' ? 'descripcion' : 'razon_social'])
}

function detailOf(list: ListName, proposal: Proposal): string {
  const fields =
    list === 'articulos'
      ? ['clave', 'clave_prod_serv', 'unidad', 'precio_base']
      : ['rfc', 'regimen_fiscal', 'codigo_postal']
  const told = fields.flatMap((field) => proposal[field] ?? []).map(String)
  return [...told, `×${proposal.veces}`].join(' · ')
}
