import type { Model, Registry } from '../../dictionary/types.ts'
import { ACTIONS } from '../business/action-list.ts'
import type { DemoRecord } from './demo-records.ts'

/** A user of the demonstration; `profile` null: the administrator. */
export interface DemoUser {
  readonly usuario: string
  readonly nombre: string
  readonly profile: string | null
}

export const DEMO_USERS: readonly DemoUser[] = [
  { usuario: 'admin', nombre: 'Administrador', profile: null },
  { usuario: 'compras', nombre: 'Carla Compras', profile: 'COMPRADOR' },
  { usuario: 'ventas', nombre: 'Víctor Ventas', profile: 'VENDEDOR' },
  { usuario: 'contador', nombre: 'Cora Contadora', profile: 'CONTADOR' },
  { usuario: 'consulta', nombre: 'Ciro Consulta', profile: 'CONSULTA' },
]

const CATALOGS = [
  'general',
  'geografia',
  'operacion',
  'finanzas',
  'cfdi',
  'fiscal',
  'configuracion',
]
const WRITE = ['leer', 'crear', 'modificar', 'eliminar']

interface DemoProfile {
  readonly clave: string
  readonly nombre: string
  /** Modules that the profile may read. */
  readonly reads: readonly string[]
  /** Modules in which the profile may do everything but the business actions. */
  readonly writes: readonly string[]
  /** The modules whose business actions the profile may do, but for those below. */
  readonly acts: readonly string[]
  /** Business actions of other modules that it may do. */
  readonly decides: readonly string[]
  /** Up to which amount, in the company's currency; null: any. */
  readonly limit: string | null
}

// Whoever buys does not say to which account is paid, and whoever sells not how much credit a customer has.
const OTHERS_DECIDE = [
  'ProveedorCuentaBancaria.validar_cuenta',
  'ProveedorCuentaBancaria.invalidar_cuenta',
  'ProveedorCuentaBancaria.rechazar_cuenta',
  'LineaCreditoCliente.autorizar_linea',
  'LineaCreditoCliente.rechazar_linea',
  'LineaCreditoCliente.suspender_linea',
  'AnticipoVenta.reconocer_saldo',
]

function profiles(modules: readonly string[]): readonly DemoProfile[] {
  return [
    {
      clave: 'COMPRADOR',
      nombre: 'Compras',
      reads: [...CATALOGS, 'inventario', 'presupuestos'],
      writes: ['compras'],
      acts: ['compras'],
      decides: [],
      limit: '50000',
    },
    {
      clave: 'VENDEDOR',
      nombre: 'Ventas',
      reads: [...CATALOGS, 'inventario'],
      writes: ['ventas', 'crm'],
      acts: ['ventas'],
      decides: [],
      limit: null,
    },
    {
      clave: 'CONTADOR',
      nombre: 'Contabilidad',
      reads: [...CATALOGS, 'ventas', 'compras', 'inventario', 'contabilidad-electronica'],
      writes: [
        'contabilidad',
        'cuentas-por-cobrar',
        'cuentas-por-pagar',
        'tesoreria',
        'presupuestos',
      ],
      acts: ['contabilidad', 'cuentas-por-cobrar', 'cuentas-por-pagar', 'tesoreria'],
      decides: OTHERS_DECIDE,
      limit: null,
    },
    {
      clave: 'CONSULTA',
      nombre: 'Solo consulta',
      reads: modules,
      writes: [],
      acts: [],
      decides: [],
      limit: null,
    },
  ]
}

// Everybody sees the names of people that forms refer to; those who work with them see the rest.
const PERSONAL: Readonly<Record<string, readonly string[]>> = {
  Usuario: ['correo', 'telefono', 'politica', 'doble_factor', 'bloqueado_hasta', 'ultimo_acceso'],
  Empleado: ['salario_diario', 'salario_base_cotizacion'],
  Asociado: ['rfc', 'curp', 'nss', 'correo', 'telefono'],
}

/** The profiles, what each may do, and who has which. */
export function demoProfiles(registry: Registry): readonly DemoRecord[] {
  const all = profiles(registry.modules.map(({ name }) => name))
  return [
    ...all.map(({ clave, nombre }) => ({
      model: 'Perfil',
      body: { clave, nombre, activo: 'true' },
    })),
    ...all.flatMap((profile) => grants(registry, profile)),
    ...DEMO_USERS.flatMap(({ usuario, profile }) =>
      profile === null
        ? []
        : [
            {
              model: 'UsuarioPerfil',
              body: { usuario, perfil: profile, inicio_vigencia: '2025-01-01', activo: 'true' },
            },
          ],
    ),
  ]
}

function grants(registry: Registry, profile: DemoProfile): readonly DemoRecord[] {
  const { clave, reads, writes, acts, decides, limit } = profile
  const referred = referredModels(registry, profile)
  const modules = [
    ...reads.map((module) => `modulo:${module}.leer`),
    ...writes.flatMap((module) => WRITE.map((right) => `modulo:${module}.${right}`)),
    ...referred.map((model) => `${model}.leer`),
  ]
  const grant = (permiso: string) => ({ perfil: clave, permiso, concedido: 'true' })
  return [
    ...modules.map((permiso) => ({ model: 'PerfilPermiso', body: grant(permiso) })),
    ...[...actionsOf(registry, acts), ...decides].map((permiso) => ({
      model: 'PerfilPermiso',
      body: { ...grant(permiso), ...(limit === null ? {} : { limite_importe: limit }) },
    })),
    ...referred.flatMap((model) =>
      (PERSONAL[model] ?? []).map((field) => ({
        model: 'PerfilCampo',
        body: { perfil: clave, campo: `${model}|${field}`, acceso: 'oculto' },
      })),
    ),
  ]
}

// Whoever sells does not decide about the limits of selling.
const FOR_OTHERS = new Set([
  'VentaAutorizacion.autorizar_excepcion',
  'VentaAutorizacion.rechazar_excepcion',
  ...OTHERS_DECIDE,
])

function actionsOf(registry: Registry, modules: readonly string[]): readonly string[] {
  return ACTIONS.all
    .filter(({ model, name }) => {
      const module = registry.models.get(model)?.module
      return module !== undefined && modules.includes(module) && !FOR_OTHERS.has(`${model}.${name}`)
    })
    .map(({ model, name }) => `${model}.${name}`)
}

/** What the forms of the modules that a profile writes refer to, and what describes those records in words. */
function referredModels(registry: Registry, { reads, writes }: DemoProfile): readonly string[] {
  const referred = new Set<string>()
  for (const model of registry.models.values()) {
    if (!writes.includes(model.module)) continue
    for (const { target } of model.references) {
      referred.add(target)
      for (const name of wordsOf(registry.models.get(target))) referred.add(name)
    }
  }
  const read = new Set([...reads, ...writes])
  return [...referred]
    .filter((name) => !read.has(registry.models.get(name)?.module ?? ''))
    .toSorted()
}

function wordsOf(model: Model | undefined): readonly string[] {
  const parts = model?.text.parts ?? []
  return parts.flatMap(({ reference }) => {
    const field = reference === null ? undefined : model?.fieldByName.get(reference)
    return field?.type === 'reference' ? [field.target] : []
  })
}
