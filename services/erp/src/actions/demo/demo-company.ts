import type { Tx } from '@oficina/kit/database.ts'

import type { ReferenceField, Registry } from '../../dictionary/types.ts'
import type { Caller } from '../../identity/caller.ts'
import { mexicanDay } from '../../identity/mexican-day.ts'
import { administratorRights } from '../../identity/rights.ts'
import { planCreate, type JsonObject } from '../../query/write-plan.ts'
import { createCompany } from '../../store/company-store.ts'
import {
  completeDemoCompany,
  DEMO_POSTAL_CODE,
  ensureDemoCatalogs,
} from '../../store/demo/demo-days.ts'
import { findByKey, insertDemoUser } from '../../store/demo/demo-entries.ts'
import {
  demoCompany,
  keepDemoCompany,
  keepRowsDone,
  untouchedFirstCompany,
} from '../../store/demo/demo-progress.ts'
import { nextId } from '../../store/records/record-store.ts'
import { insertStarterBooks } from '../../store/starter/starter-books.ts'
import { removeStarterConfiguration } from '../../store/starter/starter-configuration.ts'
import { empresaId, enterCompany, type EmpresaId } from '../../store/tenant-database.ts'
import type { AttachmentFiles } from '../attachments/attachment-tools.ts'
import { createWithin } from '../create-within.ts'
import { momentOf, type WriteTools } from '../write-tools.ts'
import { giveDemoPhotos } from './demo-photos.ts'
import { demoRecords, type DemoRecord } from './demo-records.ts'
import { DEMO_USERS, demoAssignments, giveDemoProfiles } from './demo-users.ts'

export interface DemoCompany {
  /** 1 or 2. */
  readonly order: number
  readonly clave: string
  readonly razonSocial: string
  readonly rfc: string
}

export interface CompanySetup {
  readonly company: DemoCompany
  /** The administrator's name when the company is the installation's first one. */
  readonly adminUsuario: string
  readonly passwordHash: string
  /** How many days before this one its documents begin. */
  readonly dias: number
}

/** The step that holds the day on which a company's documents begin, in days since 1970. */
export const FIRST_DAY = 'primer_dia'
const DAY_MS = 24 * 60 * 60_000

/**
 * The company of the demonstration, set up with users, profiles, accounts and catalogs in the transaction of `tx`, or
 * found as an earlier start left it.
 */
export async function ensureDemoCompany(
  tools: WriteTools & { readonly attachments: AttachmentFiles },
  tx: Tx,
  { company, adminUsuario, passwordHash, dias }: CompanySetup,
): Promise<EmpresaId> {
  const known = await demoCompany(tx, company.order)
  if (known !== null) return known
  const first = company.order === 1 ? await untouchedFirstCompany(tx) : null
  const now = new Date(tools.now()).toISOString()
  const empresa = first ?? (await createDemoCompany(tx, { company, passwordHash, now }))
  // The owner's connection sees all companies in the tables; the views for reading records show this one.
  await enterCompany(tx, empresa)
  await removeStarterConfiguration(tx, empresa)
  await createUsers(tx, empresa, { passwordHash, now })
  const admin = first === null ? 'admin' : adminUsuario
  const caller = administratorOf(empresa, tools.now())
  const found = new Map<string, string>()
  const today = mexicanDay(tools.now())
  const records = demoRecords(admin, Number(today.slice(0, 4)))
  await ensureDemoCatalogs(tx)
  await giveDemoProfiles(tx, { empresa, registry: tools.registry, now })
  for (const record of [...demoAssignments(), ...records]) {
    await createDemoRecord(tools, tx, { caller, record, found })
  }
  await giveDemoPhotos(tools, tx, { caller, admin, now })
  const domicilio = await createDemoRecord(tools, tx, { caller, record: ADDRESS, found })
  await completeDemoCompany(tx, empresa, { rfc: company.rfc, domicilio })
  const done = Math.trunc(Date.parse(today) / DAY_MS) - dias
  await keepRowsDone(tx, empresa, { step: FIRST_DAY, done })
  await insertStarterBooks(tx, { empresaId: empresa, now })
  await keepDemoCompany(tx, company.order, empresa)
  return empresa
}

const ADDRESS: DemoRecord = {
  model: 'Direccion',
  body: {
    tipo_domicilio: 'FISCAL',
    calle: 'Madero',
    numero_exterior: '1',
    codigo_postal: DEMO_POSTAL_CODE,
    pais: 'MEX',
  },
}

async function createDemoCompany(
  tx: Tx,
  details: { readonly company: DemoCompany; readonly passwordHash: string; readonly now: string },
): Promise<EmpresaId> {
  const { clave, razonSocial, rfc } = details.company
  const admin = { usuario: 'admin', nombre: 'Administrador', passwordHash: details.passwordHash }
  const created = await createCompany(tx, { clave, razonSocial, rfc, admin, now: details.now })
  return empresaId(created.empresaId)
}

async function createUsers(
  tx: Tx,
  empresa: EmpresaId,
  details: { readonly passwordHash: string; readonly now: string },
): Promise<void> {
  for (const { usuario, nombre, profile } of DEMO_USERS) {
    if (profile === null) continue
    await insertDemoUser(tx, empresa, { usuario, nombre, ...details })
  }
}

/** The demonstration works as an administrator of the company would. */
export function administratorOf(empresa: EmpresaId, nowMs: number): Caller {
  return {
    empresa,
    usuarioId: '1',
    rights: administratorRights({
      isOperator: false,
      placeholders: { usuario: '1', hoy: mexicanDay(nowMs) },
    }),
    credential: { kind: 'service' },
    language: null,
    address: '',
    agent: 'oficina-demo',
    requestId: '',
  }
}

interface DemoEntry {
  readonly caller: Caller
  readonly record: DemoRecord
  /** The ids of earlier references: hundreds of records refer to a few, and some take long to find. */
  readonly found: Map<string, string>
}

async function createDemoRecord(
  tools: WriteTools,
  tx: Tx,
  { caller, record, found }: DemoEntry,
): Promise<string> {
  const model = tools.registry.models.get(record.model)
  if (model === undefined) throw new Error(`demo: there is no model ${record.model}`)
  const body: Record<string, unknown> = {}
  for (const [name, text] of Object.entries(record.body)) {
    const field = model.fieldByName.get(name)
    if (field?.type === 'reference') {
      const place = `${field.target} ${text}`
      const id =
        found.get(place) ?? (await resolveKey(tools.registry, tx, { field, key: text, caller }))
      found.set(place, id)
      body[name] = id
    } else {
      body[name] = field?.type === 'boolean' ? text === 'true' : text
    }
  }
  const moment = momentOf(tools.now())
  const plan = planCreate(model, body satisfies JsonObject, moment)
  if (!plan.ok) throw new Error(`demo: ${record.model} ${JSON.stringify([body, plan.error])}`)
  const id = await nextId(tx, { model, empresa: caller.empresa, count: 1 })
  const run = { tools, tx, caller, now: moment.now, warnings: [], audit: [] }
  return await createWithin(run, { model, values: plan.value.values, id, lines: [] })
}

async function resolveKey(
  registry: Registry,
  tx: Tx,
  details: { readonly field: ReferenceField; readonly key: string; readonly caller: Caller },
): Promise<string> {
  const target = registry.models.get(details.field.target)
  if (target === undefined) throw new Error(`demo: there is no model ${details.field.target}`)
  const id = await findByKey(tx, details.caller.empresa, {
    registry,
    model: target,
    key: details.key,
  })
  if (id === undefined) throw new Error(`demo: there is no ${target.name} ${details.key}`)
  return id
}
