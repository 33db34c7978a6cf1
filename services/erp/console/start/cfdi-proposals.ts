/** A record that CFDI name, as the service proposes it. */
export interface Proposal {
  readonly [field: string]: unknown
  readonly veces: number
  /** The id of what the company has already. */
  readonly existe: number | null
}

export const LISTS = ['proveedores', 'clientes', 'articulos'] as const

export type ListName = (typeof LISTS)[number]

export interface Found extends Readonly<Record<ListName, readonly Proposal[]>> {
  readonly leidos: number
  readonly problemas: readonly { readonly nombre: string; readonly message: string }[]
}

interface NamedXml {
  readonly nombre: string
  readonly xml: string
}

export const NOTHING: Found = {
  leidos: 0,
  problemas: [],
  proveedores: [],
  clientes: [],
  articulos: [],
}

// The service takes a million characters in a call, of the JSON that these become.
const MAX_CHARACTERS = 700_000
const MAX_FILES = 200

/** Files in parts that fit a call. */
export function inParts(files: readonly NamedXml[]): readonly (readonly NamedXml[])[] {
  const parts: NamedXml[][] = []
  let left = 0
  for (const file of files) {
    const part = parts.at(-1)
    if (part === undefined || part.length >= MAX_FILES || file.xml.length > left) {
      parts.push([file])
      left = MAX_CHARACTERS - file.xml.length
    } else {
      part.push(file)
      left -= file.xml.length
    }
  }
  return parts
}

/** What tells one proposal of a list from another: parties by RFC, articles by what they are. */
export function keyOf(list: ListName, proposal: Proposal): string {
  const fields = list === 'articulos' ? ['clave_prod_serv', 'unidad', 'descripcion'] : ['rfc']
  return fields.map((field) => String(proposal[field] ?? '').toLowerCase()).join(' ')
}

/** Of what several parts found, the last counts; articles of different parts get different keys. */
export function merged(before: Found, after: Found): Found {
  const listOf = (list: ListName): readonly Proposal[] => {
    const all = new Map(before[list].map((proposal) => [keyOf(list, proposal), proposal]))
    for (const proposal of after[list]) {
      const key = keyOf(list, proposal)
      const veces = proposal.veces + (all.get(key)?.veces ?? 0)
      all.set(key, { ...proposal, veces })
    }
    return list === 'articulos' ? withOwnKeys([...all.values()]) : [...all.values()]
  }
  return {
    leidos: before.leidos + after.leidos,
    problemas: [...before.problemas, ...after.problemas],
    proveedores: listOf('proveedores'),
    clientes: listOf('clientes'),
    articulos: listOf('articulos'),
  }
}

function withOwnKeys(articles: readonly Proposal[]): readonly Proposal[] {
  const taken = new Set<string>()
  return articles.map((article) => {
    const own = String(article['clave'])
    let clave = own
    for (let number = 2; taken.has(clave); number += 1) clave = `${own}-${number}`
    taken.add(clave)
    return { ...article, clave }
  })
}
