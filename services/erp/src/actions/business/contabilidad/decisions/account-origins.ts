/**
 * The accounts that a line of a ReglaContable may take from what a document names, as `origen_cuenta` says it. Those of
 * lines are taken line by line; the others once for the whole document.
 * @source docs/decisions/0242-erp-entries.md
 */
export const LINE_ORIGINS = [
  'partida.cuenta_contable',
  'gasto.cuenta_contable',
  'articulo.cuenta_inventario',
  'articulo.cuenta_costo_venta',
  'articulo.cuenta_ajuste',
  'articulo.cuenta_transito',
  'almacen.cuenta_contable',
  'concepto.cuenta_cargo',
  'concepto.cuenta_abono',
] as const

export const DOCUMENT_ORIGINS = [
  'documento.cuenta_contable',
  'proveedor.cuenta_contable',
  'proveedor.cuenta_anticipos',
  'cliente.cuenta_contable',
  'cuenta_bancaria.cuenta_contable',
  'concepto.cuenta_contable',
] as const

export type LineOrigin = (typeof LINE_ORIGINS)[number]
export type DocumentOrigin = (typeof DOCUMENT_ORIGINS)[number]

/** What a rule's line asks for; undefined: nothing of that name exists. */
export function accountOrigin(
  name: string,
):
  | { readonly kind: 'line'; readonly name: LineOrigin }
  | { readonly kind: 'document'; readonly name: DocumentOrigin }
  | undefined {
  const line = LINE_ORIGINS.find((origin) => origin === name)
  if (line !== undefined) return { kind: 'line', name: line }
  const document = DOCUMENT_ORIGINS.find((origin) => origin === name)
  return document === undefined ? undefined : { kind: 'document', name: document }
}
