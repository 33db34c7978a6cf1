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
  /** Modules that it may read. */
  readonly reads: readonly string[]
  /** Modules in which it may do everything but the business actions. */
  readonly writes: readonly string[]
  /** Business actions with the amount up to which they are allowed, in the company's currency. */
  readonly actions: readonly (readonly [clave: string, limit: string])[]
}

function profiles(modules: readonly string[]): readonly DemoProfile[] {
  return [
    {
      clave: 'COMPRADOR',
      nombre: 'Compras',
      reads: [...CATALOGS, 'inventario', 'presupuestos'],
      writes: ['compras'],
      actions: [
        ['Compra.autorizar_compra', '50000'],
        ['Compra.cancelar_compra', '50000'],
        ['Compra.cambiar_iniciada', '50000'],
      ],
    },
    {
      clave: 'VENDEDOR',
      nombre: 'Ventas',
      reads: [...CATALOGS, 'inventario'],
      writes: ['ventas', 'crm'],
      actions: [],
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
      actions: [],
    },
    { clave: 'CONSULTA', nombre: 'Solo consulta', reads: modules, writes: [], actions: [] },
  ]
}

/** The profiles, what each may do, and who has which. */
export function demoProfiles(modules: readonly string[]): readonly DemoRecord[] {
  const all = profiles(modules)
  return [
    ...all.map(({ clave, nombre }) => ({
      model: 'Perfil',
      body: { clave, nombre, activo: 'true' },
    })),
    ...all.flatMap(grants),
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

function grants({ clave, reads, writes, actions }: DemoProfile): readonly DemoRecord[] {
  const modules = [
    ...reads.map((module) => `modulo:${module}.leer`),
    ...writes.flatMap((module) => WRITE.map((right) => `modulo:${module}.${right}`)),
  ]
  const grant = (permiso: string) => ({ perfil: clave, permiso, concedido: 'true' })
  return [
    ...modules.map((permiso) => ({ model: 'PerfilPermiso', body: grant(permiso) })),
    ...actions.map(([permiso, limit]) => ({
      model: 'PerfilPermiso',
      body: { ...grant(permiso), limite_importe: limit },
    })),
  ]
}
