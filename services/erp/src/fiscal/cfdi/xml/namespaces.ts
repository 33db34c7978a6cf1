const SCHEMAS = 'http://www.sat.gob.mx/sitio_internet/cfd'

export interface Namespace {
  readonly uri: string
  readonly schema: string
}

/** The namespaces by the prefix that the SAT prescribes, with the place of their schemas. */
export const NAMESPACES: Readonly<Record<string, Namespace>> = {
  cfdi: { uri: 'http://www.sat.gob.mx/cfd/4', schema: `${SCHEMAS}/4/cfdv40.xsd` },
  pago20: { uri: 'http://www.sat.gob.mx/Pagos20', schema: `${SCHEMAS}/Pagos/Pagos20.xsd` },
  nomina12: {
    uri: 'http://www.sat.gob.mx/nomina12',
    schema: `${SCHEMAS}/nomina/nomina12.xsd`,
  },
  implocal: {
    uri: 'http://www.sat.gob.mx/implocal',
    schema: `${SCHEMAS}/implocal/implocal.xsd`,
  },
  tfd: {
    uri: 'http://www.sat.gob.mx/TimbreFiscalDigital',
    schema: `${SCHEMAS}/TimbreFiscalDigital/TimbreFiscalDigitalv11.xsd`,
  },
}

export const XSI = 'http://www.w3.org/2001/XMLSchema-instance'

/** 3.3 has elements of the same names in another namespace; the prefix is the reader's own. */
const CFDI_33 = 'http://www.sat.gob.mx/cfd/3'
export const PREFIX_33 = 'cfdi33:'

const PREFIXES: ReadonlyMap<string, string> = new Map([
  ...Object.entries(NAMESPACES).map(([prefix, { uri }]) => [uri, prefix] as const),
  [CFDI_33, PREFIX_33.slice(0, -1)] as const,
])

/** The prefix that the declarations use for a namespace; undefined for one that they do not know. */
export function prefixOf(uri: string): string | undefined {
  return PREFIXES.get(uri)
}
