import { createSign, createVerify, type KeyObject } from 'node:crypto'

import { cadenaOriginal } from '../cadenas.ts'
import type { Comprobante, UnsealedComprobante } from '../structure/comprobante.ts'
import type { Csd } from './csd.ts'

/** Seals a checked CFDI. */
export function sealComprobante(comprobante: UnsealedComprobante, csd: Csd): Comprobante {
  const { certificado, noCertificado } = csd.certificate
  const sealed = { ...comprobante, NoCertificado: noCertificado, Certificado: certificado }
  return { ...sealed, Sello: sealOf(cadenaOriginal(sealed), csd.key) }
}

/** RSA-SHA256 (PKCS#1 v1.5) over the UTF-8 of a cadena original, in base64. */
export function sealOf(cadena: string, key: KeyObject): string {
  return createSign('RSA-SHA256').update(cadena, 'utf8').sign(key, 'base64')
}

export function isSealOf(cadena: string, seal: string, key: KeyObject): boolean {
  return createVerify('RSA-SHA256').update(cadena, 'utf8').verify(key, seal, 'base64')
}
