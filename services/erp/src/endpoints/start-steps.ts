import type { Bilingual } from '@oficina/words/bilingual.ts'

import type { StartRow } from '../store/start-store.ts'

/** Records; `action` of a list needs none of them. */
interface StartPlace {
  readonly model: string
  readonly at: 'own' | 'list' | 'new' | 'import'
  readonly action?: string
}

/** Something that a company needs before it can work. */
export interface StartStep {
  /** What is counted for it. */
  readonly name: Exclude<keyof StartRow, 'pac_ambiente' | 'certificado'>
  readonly label: Bilingual
  /** Why it is needed, and what there must be at hand. */
  readonly help: Bilingual
  /** Who does it: a right on a model. */
  readonly right: { readonly model: string; readonly right: string }
  /** Where it is done. */
  readonly opens:
    | StartPlace
    /** An action of the company's own record. */
    | { readonly action: string }
    /** An action of the record that was counted under this name; the list while there is none. */
    | { readonly model: string; readonly record: 'certificado'; readonly action: string }
    | { readonly page: string }
  /** Where else, such as one by one beside a file. */
  readonly or?: StartPlace
  /** What there is to know of what was done. */
  readonly note?: (row: StartRow) => Bilingual | null
  /** The company works without it, too. */
  readonly isOptional?: true
}

const PAC_NOTES: Readonly<Record<string, Bilingual>> = {
  simulador: {
    es: 'Responde el simulador: nada de lo timbrado tiene validez. Quien opera el servicio configura un PAC (PAC_URL, PAC_USER, PAC_PASSWORD).',
    en: 'The simulator answers: nothing that is stamped is valid. Whoever runs the service sets a PAC (PAC_URL, PAC_USER, PAC_PASSWORD).',
  },
  prueba: {
    es: 'Responde el ambiente de pruebas: lo timbrado no tiene validez.',
    en: 'Its test environment answers: what is stamped is not valid.',
  },
  produccion: {
    es: 'Responde en producción: lo timbrado tiene validez.',
    en: 'It answers in production: what is stamped is valid.',
  },
}

/** THE list of what a company does first, in this order. @source docs/decisions/0281-erp-first-hour.md */
export const START_STEPS: readonly StartStep[] = [
  {
    name: 'publicos',
    label: { es: 'Catálogos del SAT', en: 'The SAT’s catalogs' },
    help: {
      es: 'Códigos postales y claves de productos y servicios, de los archivos del SAT y Correos de México. Se cargan una vez para todos.',
      en: 'Postal codes and keys of products and services, from the files of the SAT and the postal service. They are loaded once for all.',
    },
    right: { model: 'CodigoPostal', right: 'crear' },
    opens: { page: '/start/catalogs' },
  },
  {
    name: 'empresa',
    label: { es: 'Quién es la empresa', en: 'Who the company is' },
    help: {
      es: 'RFC, nombre, régimen y domicilio fiscal con su código postal: abre la constancia de situación fiscal, cópiala y pégala.',
      en: 'RFC, name, regime and fiscal address with its postal code: open the tax status certificate, copy it and paste it.',
    },
    right: { model: 'Empresa', right: 'aplicar_constancia' },
    opens: { action: 'aplicar_constancia' },
    or: { model: 'Empresa', at: 'own' },
  },
  {
    name: 'certificados',
    label: { es: 'Certificado de sello digital', en: 'Digital seal certificate' },
    help: {
      es: 'Los archivos .cer y .key del CSD y su contraseña; sin él no se timbra ninguna factura.',
      en: 'The .cer and .key files of the CSD and their password; no invoice is stamped without it.',
    },
    right: { model: 'CertificadoSat', right: 'registrar_certificado' },
    opens: { model: 'CertificadoSat', at: 'list', action: 'registrar_certificado' },
    or: { model: 'CertificadoSat', at: 'list' },
  },
  {
    name: 'pac',
    label: { es: 'El PAC que timbra', en: 'The PAC that stamps' },
    help: {
      es: 'Quién certifica las facturas. Con el certificado registrado, «Probar PAC» dice si responde y si lo timbrado tendrá validez; nada se timbra.',
      en: 'Who certifies invoices. Once the certificate is registered, “Probar PAC” says whether it answers and whether stamps will be valid.',
    },
    right: { model: 'CertificadoSat', right: 'probar_pac' },
    opens: { model: 'CertificadoSat', record: 'certificado', action: 'probar_pac' },
    note: ({ pac_ambiente: environment }) =>
      environment === null ? null : (PAC_NOTES[environment] ?? null),
  },
  {
    name: 'series',
    label: { es: 'Series y folios', en: 'Series and folios' },
    help: {
      es: 'Con qué letras y desde qué número se cuentan facturas y otros documentos.',
      en: 'By which letters and from which number invoices and other documents are counted.',
    },
    right: { model: 'Serie', right: 'crear' },
    opens: { model: 'Serie', at: 'new' },
    or: { model: 'Serie', at: 'list' },
    isOptional: true,
  },
  {
    name: 'cuentas',
    label: { es: 'Catálogo de cuentas', en: 'Chart of accounts' },
    help: {
      es: 'El catálogo con los códigos agrupadores del SAT ya está; agrega las cuentas que falten o importa el tuyo.',
      en: 'The chart with the SAT’s grouping codes is there; add what is missing or import yours.',
    },
    right: { model: 'CuentaContable', right: 'crear' },
    opens: { model: 'CuentaContable', at: 'list' },
    or: { model: 'CuentaContable', at: 'import' },
  },
  {
    name: 'bancos',
    label: { es: 'Cuentas bancarias', en: 'Bank accounts' },
    help: {
      es: 'Por dónde entra y sale el dinero, con su CLABE y su cuenta contable.',
      en: 'Where money comes in and goes out, with its CLABE and its account in the books.',
    },
    right: { model: 'CuentaBancaria', right: 'crear' },
    opens: { model: 'CuentaBancaria', at: 'new' },
    or: { model: 'CuentaBancaria', at: 'list' },
  },
  {
    name: 'formas',
    label: { es: 'Formas de pago por el banco', en: 'Forms of payment by bank' },
    help: {
      es: 'Transferencia, cheque o tarjeta, cada una con la cuenta por donde pasa; con ellas se cobra y se paga. El efectivo ya está.',
      en: 'Transfer, cheque or card, each with the account that it goes through; by them one collects and pays. Cash is there.',
    },
    right: { model: 'FormaPago', right: 'crear' },
    opens: { model: 'FormaPago', at: 'new' },
    or: { model: 'FormaPago', at: 'list' },
  },
  {
    name: 'almacenes',
    label: { es: 'Almacenes', en: 'Warehouses' },
    help: {
      es: 'Dónde está la mercancía; quien sólo vende servicios no necesita ninguno.',
      en: 'Where goods are; who sells services alone needs none.',
    },
    right: { model: 'Almacen', right: 'crear' },
    opens: { model: 'Almacen', at: 'new' },
    or: { model: 'Almacen', at: 'list' },
    isOptional: true,
  },
  {
    name: 'personas',
    label: { es: 'Las personas y sus perfiles', en: 'People and their profiles' },
    help: {
      es: 'Quién más trabaja aquí, y qué puede hacer cada quien.',
      en: 'Who else works here, and what each may do.',
    },
    right: { model: 'Usuario', right: 'crear' },
    opens: { page: '/admin/users' },
    isOptional: true,
  },
  {
    name: 'catalogos',
    label: { es: 'Catálogos desde tus CFDI', en: 'Catalogs from your CFDI' },
    help: {
      es: 'De una carpeta con los XML que emitiste y recibiste: clientes, proveedores y artículos que eliges.',
      en: 'From a folder of the XML that you issued and received: customers, suppliers and articles that you choose.',
    },
    right: { model: 'Empresa', right: 'crear_catalogos' },
    opens: { page: '/start/cfdi' },
    isOptional: true,
  },
  {
    name: 'clientes',
    label: { es: 'Clientes', en: 'Customers' },
    help: {
      es: 'De un archivo CSV o de Excel, o uno por uno: nombre, RFC, régimen y código postal.',
      en: 'From a CSV or Excel file, or one by one: name, RFC, regime and postal code.',
    },
    right: { model: 'Cliente', right: 'crear' },
    opens: { model: 'Cliente', at: 'import' },
    or: { model: 'Cliente', at: 'new' },
  },
  {
    name: 'proveedores',
    label: { es: 'Proveedores', en: 'Suppliers' },
    help: {
      es: 'De un archivo CSV o de Excel, o uno por uno.',
      en: 'From a CSV or Excel file, or one by one.',
    },
    right: { model: 'Proveedor', right: 'crear' },
    opens: { model: 'Proveedor', at: 'import' },
    or: { model: 'Proveedor', at: 'new' },
  },
  {
    name: 'articulos',
    label: { es: 'Artículos y servicios', en: 'Articles and services' },
    help: {
      es: 'Lo que se compra y se vende, con su clave del SAT, su unidad y sus impuestos.',
      en: 'What is bought and sold, with its SAT key, its unit and its taxes.',
    },
    right: { model: 'Articulo', right: 'crear' },
    opens: { model: 'Articulo', at: 'import' },
    or: { model: 'Articulo', at: 'new' },
  },
  {
    name: 'saldos',
    label: { es: 'Saldos iniciales', en: 'Opening balances' },
    help: {
      es: 'Cuentas, existencias con su costo, lo que deben los clientes, lo que se debe y bancos, a un día. Cuadran entre sí y se pueden revertir.',
      en: 'Accounts, stock with its cost, what customers owe, what is owed and banks, as of a day. They meet each other and can be taken back.',
    },
    right: { model: 'Empresa', right: 'cargar_saldos_iniciales' },
    opens: { action: 'cargar_saldos_iniciales' },
    isOptional: true,
  },
  {
    name: 'facturas',
    label: { es: 'La primera factura', en: 'The first invoice' },
    help: {
      es: 'Una venta confirmada y timbrada: con ella queda probado todo lo anterior.',
      en: 'A sale that is confirmed and stamped: it proves everything above.',
    },
    right: { model: 'Venta', right: 'timbrar_venta' },
    opens: { model: 'Venta', at: 'new' },
    or: { model: 'Venta', at: 'list' },
  },
]
