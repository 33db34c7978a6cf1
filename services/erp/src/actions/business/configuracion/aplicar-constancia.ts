import { textInput } from '../../../dictionary/action-description.ts'
import type { New } from '../../../dictionary/row-types.ts'
import type { ErrorEntry } from '../../../errors.ts'
import { readConstancia, type Constancia } from '../../../fiscal/constancia.ts'
import {
  NO_CONSTANCIA,
  OTHER_RFC_ISSUED,
  POSTAL_CODE_UNKNOWN,
  REGIME_UNKNOWN,
  SEVERAL_REGIMES,
} from '../../../messages/company.ts'
import { hasIssuedWithOther } from '../../../store/fiscal-rule-store.ts'
import { lockRows } from '../../../store/records/model-rows.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { Changes } from '../changes.ts'
import { cutText } from '../cut-text.ts'
import { findNamed, type NamedInConstancia } from './store/constancia-store.ts'

const NAME = 'aplicar_constancia'
const MAX_TEXT = 20_000
const FIELDS = [
  'rfc',
  'razon_social',
  'nombre_comercial',
  'tipo_persona',
  'regimen_fiscal',
  'domicilio_fiscal',
] as const

const ADDRESS_FIELDS = [
  'tipo_domicilio',
  'calle',
  'numero_exterior',
  'numero_interior',
  'estado',
  'codigo_postal',
  'pais',
  'referencias',
] as const

/**
 * Takes who the company is from the text of its constancia de situación fiscal: RFC, name, kind of person, regime and a
 * fiscal address. Nothing changes where the text is none, or the RFC is not that of the CFDI that were issued.
 * @source docs/decisions/0281-erp-first-hour.md
 */
export const aplicarConstancia: RecordAction = {
  model: 'Empresa',
  name: NAME,
  label: 'Aplicar constancia fiscal',
  mode: 'url_action',
  inputs: [
    textInput({
      name: 'texto',
      label: 'Texto de la constancia',
      help: 'Ábrela en PDF o con su código QR, selecciona todo, copia y pega aquí.',
      required: true,
      minLength: 20,
      length: MAX_TEXT,
    }),
  ],
  emits: [],
  run: apply,
}

async function apply(context: ActionContext, ids: readonly string[]): Promise<ActionOutcome> {
  const { tx, caller, inputs } = context
  const [id = ''] = ids
  const refuse = (...problems: readonly ErrorEntry[]): ActionOutcome => ({
    refused: new Map([[id, problems]]),
    warnings: new Map(),
  })
  const read = readConstancia(String(inputs.get('texto') ?? ''))
  if (!read.ok) return refuse(problem('texto', NO_CONSTANCIA({ missing: read.error })))
  const constancia = read.value
  const company = (await lockRows(context, 'Empresa', { ids, fields: FIELDS })).get(id)
  if (company === undefined) throw new Error('the company is no record of its own')
  if (await hasIssuedWithOther(tx, caller.empresa, constancia.rfc)) {
    const message = OTHER_RFC_ISSUED({ rfc: company.rfc })
    return refuse({ code: 'INVALID_STATE', field: 'rfc', message })
  }
  const named = await findNamed(tx, constancia)
  const [regime] = named.regimenes
  if (regime === undefined) {
    return refuse(problem('texto', REGIME_UNKNOWN({ regimes: constancia.regimenes })))
  }
  const changes = new Changes(context, { name: NAME, reason: null })
  const address = await writeAddress(context, changes, {
    constancia,
    stored: company.domicilio_fiscal,
    fields: addressOf(constancia, named),
  })
  changes.amend('Empresa', company, {
    rfc: constancia.rfc,
    razon_social: cutText(constancia.nombre, 250),
    regimen_fiscal: regime.id,
    ...(named.tipo_persona === null ? {} : { tipo_persona: named.tipo_persona }),
    ...(constancia.nombreComercial === null
      ? {}
      : { nombre_comercial: cutText(constancia.nombreComercial, 150) }),
    ...(address === null ? {} : { domicilio_fiscal: address }),
  })
  await changes.write()
  const warnings = warningsOf(constancia, named)
  return { refused: new Map(), warnings: new Map(warnings.length === 0 ? [] : [[id, warnings]]) }
}

/** The address as far as the catalogs know it; null where it has no street. */
function addressOf(
  { calle, numeroExterior, numeroInterior, colonia, municipio }: Constancia,
  { tipo_domicilio: tipo, pais, estado, codigo_postal }: NamedInConstancia,
): New<'Direccion'> | null {
  if (calle === null || tipo === null || pais === null) return null
  const rest = [colonia, municipio].filter((part) => part !== null).join(', ')
  return {
    tipo_domicilio: tipo,
    calle: cutText(calle, 150),
    numero_exterior: numeroExterior === null ? null : cutText(numeroExterior, 20),
    numero_interior: numeroInterior === null ? null : cutText(numeroInterior, 20),
    estado,
    codigo_postal,
    pais,
    // Neighbourhood and municipality as written, since the SAT's catalogs of them need not be loaded.
    referencias: rest === '' ? null : cutText(rest, 250),
  }
}

/** Changes the company's fiscal address, or makes its first; null where the constancia has none. */
async function writeAddress(
  context: ActionContext,
  changes: Changes,
  {
    constancia: { codigoPostal, entidad },
    stored,
    fields,
  }: {
    readonly constancia: Constancia
    readonly stored: string | null
    readonly fields: New<'Direccion'> | null
  },
) {
  if (fields === null) return null
  if (stored === null) {
    const id = changes.insert('Direccion', fields)
    changes.record({ model: 'Direccion', id, before: null, after: fields, event: null })
    return id
  }
  const of = { ids: [stored], fields: ADDRESS_FIELDS }
  const row = (await lockRows(context, 'Direccion', of)).get(stored)
  if (row === undefined) return stored
  const { codigo_postal: postal, estado, ...others } = fields
  changes.amend('Direccion', row, {
    ...others,
    // A text that was copied in part says nothing of what it lacks.
    ...(codigoPostal === null ? {} : { codigo_postal: postal ?? null }),
    ...(entidad === null ? {} : { estado: estado ?? null }),
  })
  return stored
}

function problem(field: string, message: ErrorEntry['message']): ErrorEntry {
  return { code: 'VALIDATION', field, message }
}

function warningsOf(
  { codigoPostal }: Constancia,
  { regimenes, codigo_postal }: NamedInConstancia,
): readonly ErrorEntry[] {
  const [first, ...others] = regimenes.map(({ nombre }) => nombre)
  return [
    ...(codigoPostal !== null && codigo_postal === null
      ? [
          {
            code: 'CONFIGURATION_INCOMPLETE' as const,
            field: 'domicilio_fiscal',
            message: POSTAL_CODE_UNKNOWN({ clave: codigoPostal }),
          },
        ]
      : []),
    ...(first !== undefined && others.length > 0
      ? [problem('regimen_fiscal', SEVERAL_REGIMES({ taken: first, all: [first, ...others] }))]
      : []),
  ]
}
