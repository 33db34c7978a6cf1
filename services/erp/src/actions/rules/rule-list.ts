import {
  issuedCfdi,
  issuedCfdiLineRule,
  issuedCfdiLines,
  issuedCfdiRule,
} from '../business/cfdi/rules/issued-rules.ts'
import { purchaseDocumentRule, receiptRule } from '../business/compras/rules/purchase-rules.ts'
import { entryRule } from '../business/contabilidad/rules/entry-rules.ts'
import { periodRule } from '../business/contabilidad/rules/period-rules.ts'
import { yearRule } from '../business/contabilidad/rules/year-rules.ts'
import { advanceRule } from '../business/cuentas-por-cobrar/rules/advance-rules.ts'
import { receivableRule } from '../business/cuentas-por-cobrar/rules/receivable-rules.ts'
import { articleTaxRule, taxGroupRule } from '../business/inventario/rules/tax-rate-rule.ts'
import {
  computedLineRule,
  computedLines,
  computedReceiptRule,
  computedReceipts,
} from '../business/nomina/rules/receipt-rules.ts'
import { employeeRule } from '../business/recursos-humanos/rules/employee-rule.ts'
import { stampingLineRule, stampingRule } from '../business/ventas/rules/sale-rules.ts'
import type { Callback } from '../callbacks/callback.ts'
import { ownUserRule } from './acting-user-rule.ts'
import { buyerRule } from './buyer-rule.ts'
import type { KeptRecords } from './kept-records.ts'
import { assignmentRule, grantRule, profileRule, promisedProfileRule } from './profile-rules.ts'
import { administratorRule, recordRuleRule } from './restriction-rules.ts'
import { segregatedAssignment, segregatedGrant, segregatedProfile } from './segregation-rules.ts'
import { subscriptionRule } from './subscription-rule.ts'
import { userRule } from './user-rule.ts'

/** Records that give users rights which segregation rules may forbid. */
export const SEGREGATION_RULES: ReadonlyMap<string, Callback> = new Map([
  ['UsuarioPerfil', segregatedAssignment],
  ['PerfilPermiso', segregatedGrant],
  ['Perfil', segregatedProfile],
])

/**
 * What the generic API may not do to records that decide about rights.
 * @source docs/decisions/0231-erp-rights-handed-on.md
 */
export const RIGHTS_RULES: ReadonlyMap<string, Callback> = new Map([
  ['Usuario', userRule],
  ['Perfil', profileRule],
  ['PerfilPermiso', grantRule],
  ['UsuarioPerfil', assignmentRule],
  ['InvitacionUsuario', promisedProfileRule],
  ['ClaveApi', ownUserRule('usuario')],
  ['SuplenciaUsuario', ownUserRule('titular')],
  ['SuscripcionEvento', subscriptionRule],
  ['PerfilCampo', administratorRule],
  ['ReglaRegistro', recordRuleRule],
  ['ReglaSegregacion', administratorRule],
  ['RedPermitida', administratorRule],
  ['PoliticaAcceso', administratorRule],
  ['ProveedorIdentidad', administratorRule],
])

/** What the generic API may not do to records that business actions maintain, by model. */
export const RULES: ReadonlyMap<string, Callback> = new Map([
  ['Comprador', buyerRule],
  ['RecepcionCompra', receiptRule],
  ['RecepcionServicio', purchaseDocumentRule],
  ['CuentaPorPagar', purchaseDocumentRule],
  ['AnticipoProveedor', purchaseDocumentRule],
  ['Poliza', entryRule],
  ['PeriodoContable', periodRule],
  ['Cfdi', issuedCfdiRule],
  ['CfdiConcepto', issuedCfdiLineRule],
  ['CfdiImpuesto', issuedCfdiLineRule],
  ['CfdiRelacionado', issuedCfdiLineRule],
  ['Venta', stampingRule],
  ['NotaCreditoVenta', stampingRule],
  ['NotaCreditoVentaPartida', stampingLineRule],
  ['FacturaGlobal', stampingRule],
  ['EjercicioFiscal', yearRule],
  ['CuentaPorCobrar', receivableRule],
  ['AnticipoVenta', advanceRule],
  ['GrupoFiscalArticulo', taxGroupRule],
  ['ArticuloImpuesto', articleTaxRule],
  ['Empleado', employeeRule],
  ['ReciboNomina', computedReceiptRule],
  ['ReciboNominaConcepto', computedLineRule],
])

/** Of these models, records that stay as they are, which their rules above refuse to change. */
export const KEPT: ReadonlyMap<string, KeptRecords> = new Map([
  ['Cfdi', issuedCfdi],
  ['CfdiConcepto', issuedCfdiLines],
  ['CfdiImpuesto', issuedCfdiLines],
  ['CfdiRelacionado', issuedCfdiLines],
  ['ReciboNomina', computedReceipts],
  ['ReciboNominaConcepto', computedLines],
])
