import type { Callback } from '../callbacks/callback.ts'
import { entryLineRule, entryRule } from './journal-rules.ts'
import {
  purchaseDocumentRule,
  purchaseLineRule,
  purchaseRule,
  receiptLineRule,
  receiptRule,
} from './purchase-rules.ts'

/** What the generic API may not do to records that business actions answer for, by model. */
export const RULES: ReadonlyMap<string, Callback> = new Map([
  ['Compra', purchaseRule],
  ['CompraPartida', purchaseLineRule],
  ['RecepcionCompra', receiptRule],
  ['RecepcionCompraPartida', receiptLineRule],
  ['RecepcionServicio', purchaseDocumentRule],
  ['CuentaPorPagar', purchaseDocumentRule],
  ['AnticipoProveedor', purchaseDocumentRule],
  ['Poliza', entryRule],
  ['PolizaPartida', entryLineRule],
])
