import type { Tx } from '@oficina/kit/database.ts'

import type { Registry } from '../../dictionary/types.ts'
import { limitPurchases } from '../../store/demo/demo-entries.ts'
import { insertReadyProfiles } from '../../store/people/ready-profile-store.ts'
import type { EmpresaId } from '../../store/tenant-database.ts'
import { readyProfiles } from '../profiles/ready-profiles.ts'
import type { DemoRecord } from './demo-records.ts'

/** Whose work somebody of the demonstration does. */
export type DemoTrade =
  | 'compras'
  | 'gerente'
  | 'almacen'
  | 'ventas'
  | 'facturas'
  | 'cobranza'
  | 'pagos'
  | 'tesoreria'
  | 'contador'

/** A user of the demonstration; `profile` null: the administrator. */
export interface DemoUser {
  readonly usuario: string
  readonly nombre: string
  /** One of the ready profiles. */
  readonly profile: string | null
}

export const DEMO_USERS: readonly DemoUser[] = [
  { usuario: 'admin', nombre: 'Administrador', profile: null },
  { usuario: 'compras', nombre: 'Carla Compras', profile: 'COMPRADOR' },
  { usuario: 'gerente', nombre: 'Gerardo Gerente', profile: 'AUTORIZADOR' },
  { usuario: 'almacen', nombre: 'Alma Almacén', profile: 'ALMACENISTA' },
  { usuario: 'ventas', nombre: 'Víctor Ventas', profile: 'VENDEDOR' },
  { usuario: 'facturas', nombre: 'Fabiola Facturas', profile: 'FACTURISTA' },
  { usuario: 'cobranza', nombre: 'Celia Cobranza', profile: 'COBRADOR' },
  { usuario: 'pagos', nombre: 'Pablo Pagos', profile: 'PAGADOR' },
  { usuario: 'tesoreria', nombre: 'Teresa Tesorería', profile: 'TESORERO' },
  { usuario: 'contador', nombre: 'Cora Contadora', profile: 'CONTADOR' },
  { usuario: 'personal', nombre: 'Rita Recursos', profile: 'RECURSOS-HUMANOS' },
  { usuario: 'consulta', nombre: 'Ciro Consulta', profile: 'CONSULTA' },
]

/** Up to which amount the manager approves a purchase alone. */
const APPROVED_ALONE = '50000'

/** The ready profiles, of which the company has changed one: the manager approves purchases up to an amount. */
export async function giveDemoProfiles(
  tx: Tx,
  of: { readonly empresa: EmpresaId; readonly registry: Registry; readonly now: string },
): Promise<void> {
  const { empresa, registry, now } = of
  await insertReadyProfiles(tx, { empresaId: empresa, now }, readyProfiles(registry))
  await limitPurchases(tx, empresa, { perfil: 'AUTORIZADOR', limite: APPROVED_ALONE })
}

/** Who has which profile. */
export function demoAssignments(): readonly DemoRecord[] {
  return DEMO_USERS.flatMap(({ usuario, profile }) =>
    profile === null
      ? []
      : [
          {
            model: 'UsuarioPerfil',
            body: { usuario, perfil: profile, inicio_vigencia: '2025-01-01', activo: 'true' },
          },
        ],
  )
}
