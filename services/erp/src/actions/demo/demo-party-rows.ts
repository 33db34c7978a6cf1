import type { DemoArticleRow, DemoPartyRow } from '../../store/demo/demo-parties.ts'
import { demoArticle, demoParty } from './demo-names.ts'
import {
  DEMO_BRANDS,
  DEMO_GROUPS,
  DEMO_LINES,
  DEMO_SUPPLIER_GROUPS,
  DEMO_TERMS,
} from './demo-records.ts'
import { pseudoRandom } from './pseudo-random.ts'

const CLIENT_SALT = 100
const SUPPLIER_SALT = 200
const ARTICLE_SALT = 300

/** Client number `n`: half of them are companies. */
export function demoClient(n: number): DemoPartyRow {
  const party = demoParty(n, CLIENT_SALT, 5)
  return {
    clave: `CL-${String(n).padStart(6, '0')}`,
    ...partyFields(party),
    grupo: pick(DEMO_GROUPS, n, CLIENT_SALT + 20),
    condicionPago: pick(DEMO_TERMS, n, CLIENT_SALT + 21),
    estado: pseudoRandom(n, CLIENT_SALT + 22, 50) === 0 ? 'suspendido' : 'activo',
  }
}

/** Supplier number `n`: nine of ten are companies, all but a few are active. */
export function demoSupplier(n: number): DemoPartyRow {
  const party = demoParty(n, SUPPLIER_SALT, 9)
  return {
    clave: `PR-${String(n).padStart(5, '0')}`,
    ...partyFields(party),
    grupo: pick(DEMO_SUPPLIER_GROUPS, n, SUPPLIER_SALT + 20),
    condicionPago: pick(DEMO_TERMS, n, SUPPLIER_SALT + 21),
    estado: pseudoRandom(n, SUPPLIER_SALT + 22, 100) === 0 ? 'bloqueado' : 'activo',
  }
}

function partyFields(party: ReturnType<typeof demoParty>) {
  return {
    razonSocial: party.name,
    nombreComercial: party.tradeName,
    rfc: party.rfc,
    isCompany: party.isCompany,
  }
}

/** Article number `n`, sold at 1.35 to 1.84 times its cost. */
export function demoArticleRow(n: number): DemoArticleRow {
  const { description, costCents } = demoArticle(n)
  const priceCents = Math.round((costCents * (135 + pseudoRandom(n, ARTICLE_SALT + 20, 50))) / 100)
  const body = `750${String(100_000_000 + n).slice(-9)}`
  return {
    clave: `AR-${String(n).padStart(5, '0')}`,
    descripcion: description,
    linea: pick(DEMO_LINES, n, ARTICLE_SALT + 21),
    marca: pick(DEMO_BRANDS, n, ARTICLE_SALT + 22),
    codigoBarras: body + eanCheckDigit(body),
    costo: decimal(costCents),
    precio: decimal(priceCents),
  }
}

function pick(keys: readonly string[], n: number, salt: number): string {
  return keys[pseudoRandom(n, salt, keys.length)] ?? ''
}

/** GS1's last digit of an EAN-13. */
function eanCheckDigit(body: string): string {
  const sum = Array.from(body).reduce(
    (total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3),
    0,
  )
  return String((10 - (sum % 10)) % 10)
}

function decimal(cents: number): string {
  return `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
}
