import { FOREIGN_RFC, PUBLIC_RFC } from '../../../../fiscal/cfdi/generic-parties.ts'
import type {
  ReadComprobante,
  ReadConcepto,
} from '../../../../fiscal/cfdi/structure/comprobante.ts'

/** Somebody with whom the company trades, as a CFDI names him. */
interface ProposedParty {
  readonly rfc: string
  readonly razon_social: string
  /** Keys of the SAT; null where the CFDI does not say. */
  readonly regimen_fiscal: string | null
  readonly codigo_postal: string | null
  readonly uso_cfdi: string | null
  /** In how many CFDI he stands. */
  readonly veces: number
}

interface ProposedArticle {
  readonly clave: string
  readonly descripcion: string
  readonly tipo: 'producto' | 'servicio'
  readonly clave_prod_serv: string
  /** The SAT's key of the unit. */
  readonly unidad: string
  readonly objeto_impuesto: string | null
  /** The last at which the company sold one, in pesos. */
  readonly precio_base: string | null
  readonly se_compra: boolean
  readonly se_vende: boolean
  /** In how many lines it stands. */
  readonly veces: number
}

export interface Proposals {
  readonly clientes: readonly ProposedParty[]
  readonly proveedores: readonly ProposedParty[]
  readonly articulos: readonly ProposedArticle[]
}

/** A CFDI by which the company sold or bought. */
export interface TradedCfdi {
  readonly comprobante: ReadComprobante
  readonly isIssued: boolean
}

/** What CFDI tell of customers, suppliers and articles; of one that several name, what the latest says. */
export function proposeCatalogs(cfdis: readonly TradedCfdi[]): Proposals {
  const clientes = new Map<string, ProposedParty>()
  const proveedores = new Map<string, ProposedParty>()
  const articulos = new Map<string, ProposedArticle>()
  const byDay = cfdis.toSorted((a, b) => a.comprobante.Fecha.localeCompare(b.comprobante.Fecha))
  for (const { comprobante, isIssued } of byDay) {
    const party = isIssued ? receiverOf(comprobante) : issuerOf(comprobante)
    const parties = isIssued ? clientes : proveedores
    if (party.rfc !== PUBLIC_RFC && party.rfc !== FOREIGN_RFC) {
      parties.set(party.rfc, { ...party, veces: (parties.get(party.rfc)?.veces ?? 0) + 1 })
    }
    if (comprobante.TipoDeComprobante !== 'I') continue
    for (const line of comprobante.Conceptos) addArticle(articulos, line, { comprobante, isIssued })
  }
  return {
    clientes: [...clientes.values()],
    proveedores: [...proveedores.values()],
    articulos: withKeys([...articulos.values()]),
  }
}

function issuerOf({ Emisor, LugarExpedicion }: ReadComprobante): Omit<ProposedParty, 'veces'> {
  return {
    rfc: Emisor.Rfc,
    razon_social: (Emisor.Nombre ?? Emisor.Rfc).slice(0, MAX_NAME),
    regimen_fiscal: Emisor.RegimenFiscal,
    codigo_postal: LugarExpedicion,
    uso_cfdi: null,
  }
}

function receiverOf({ Receptor }: ReadComprobante): Omit<ProposedParty, 'veces'> {
  return {
    rfc: Receptor.Rfc,
    razon_social: (Receptor.Nombre ?? Receptor.Rfc).slice(0, MAX_NAME),
    // A CFDI 3.3 says neither.
    regimen_fiscal: Receptor.RegimenFiscalReceptor ?? null,
    codigo_postal: Receptor.DomicilioFiscalReceptor ?? null,
    uso_cfdi: PAYMENT_USES.has(Receptor.UsoCFDI) ? null : Receptor.UsoCFDI,
  }
}

const MAX_NAME = 254
const MAX_DESCRIPTION = 250
const MAX_KEY = 30
// Of complements of payments, and of those without effects.
const PAYMENT_USES: ReadonlySet<string> = new Set(['CP01', 'P01', 'S01'])
// What advances and payments are called by; no article is.
const NO_ARTICLE: ReadonlySet<string> = new Set(['84111506'])
// The SAT's keys from here on are services.
const FIRST_SERVICE = '70000000'

function addArticle(found: Map<string, ProposedArticle>, line: ReadConcepto, of: TradedCfdi): void {
  const { ClaveProdServ, ClaveUnidad, Descripcion, ObjetoImp } = line
  if (NO_ARTICLE.has(ClaveProdServ)) return
  const descripcion = Descripcion.slice(0, MAX_DESCRIPTION)
  const key = `${ClaveProdServ} ${ClaveUnidad} ${descripcion.toLowerCase()}`
  const before = found.get(key)
  found.set(key, {
    clave: numberOf(line, of, before),
    descripcion,
    tipo: ClaveProdServ >= FIRST_SERVICE ? 'servicio' : 'producto',
    clave_prod_serv: ClaveProdServ,
    unidad: ClaveUnidad,
    objeto_impuesto: ObjetoImp ?? null,
    precio_base: priceOf(line, of) ?? before?.precio_base ?? null,
    ...traded(of, before),
  })
}

function traded({ isIssued }: TradedCfdi, before: ProposedArticle | undefined) {
  return {
    se_compra: !isIssued || before?.se_compra === true,
    se_vende: isIssued || before?.se_vende === true,
    veces: (before?.veces ?? 0) + 1,
  }
}

/** The company's own number of an article; a supplier's as long as it has no other. */
function numberOf(
  { NoIdentificacion: number = '' }: ReadConcepto,
  { isIssued }: TradedCfdi,
  before: ProposedArticle | undefined,
): string {
  const known = before?.clave ?? ''
  const [first, second] = isIssued ? [number, known] : [known, number]
  return (first === '' ? second : first).slice(0, MAX_KEY)
}

/** At which the company sold it, in pesos. */
function priceOf({ ValorUnitario }: ReadConcepto, { comprobante, isIssued }: TradedCfdi) {
  const isPriced = isIssued && comprobante.Moneda === 'MXN' && /[1-9]/.test(ValorUnitario)
  return isPriced ? ValorUnitario : undefined
}

/** One of each key: a line without a number, or with that of another, is called by the SAT's key. */
function withKeys(articles: readonly ProposedArticle[]): readonly ProposedArticle[] {
  const taken = new Set<string>()
  return articles.map((article) => {
    const own = article.clave.trim()
    const clave = own !== '' && !taken.has(own) ? own : freeKey(article.clave_prod_serv, taken)
    taken.add(clave)
    return { ...article, clave }
  })
}

function freeKey(base: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const key = `${base}-${number}`
    if (!taken.has(key)) return key
  }
}
