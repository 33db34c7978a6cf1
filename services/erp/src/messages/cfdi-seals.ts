import { message } from './message.ts'

// What is wrong with certificates, their keys, seals and stamps.

export const CERTIFICATE = {
  tooLarge: message({
    en: () => 'The certificate is too large to be one.',
    es: () => 'El archivo es demasiado grande para ser un certificado.',
  }),
  notX509: message({
    en: () => 'The file is not an X.509 certificate.',
    es: () => 'El archivo no es un certificado X.509.',
  }),
  notOfSat: message({
    en: () => 'The certificate is not one of the SAT: it has no RFC or no number of 20 digits.',
    es: () => 'El certificado no es del SAT: no tiene RFC o un número de 20 dígitos.',
  }),
  csdNeeded: message({
    en: () => 'The certificate is an e.firma; a CSD is needed.',
    es: () => 'El certificado es de una e.firma; hace falta un CSD.',
  }),
  notCsd: message({
    en: () => 'The certificate is an e.firma and not a CSD.',
    es: () => 'El certificado es de una e.firma, no un CSD.',
  }),
  ofOther: message<{ readonly rfc: string; readonly own: string }>({
    en: ({ rfc, own }) => `The certificate belongs to ${rfc}, not to ${own}.`,
    es: ({ rfc, own }) => `El certificado es de ${rfc}, no de ${own}.`,
  }),
  onlyInForce: message<{ readonly from: string; readonly to: string }>({
    en: ({ from, to }) => `The certificate is in force from ${from} to ${to} only.`,
    es: ({ from, to }) => `El certificado sólo está vigente del ${from} al ${to}.`,
  }),
  notIssuedBySat: message({
    en: () => 'The certificate was not issued by the SAT.',
    es: () => 'El certificado no lo emitió el SAT.',
  }),
  wasNotInForce: message({
    en: () => 'The certificate was not in force when the CFDI was issued.',
    es: () => 'El certificado no estaba vigente cuando se emitió el CFDI.',
  }),
}

export const KEY_FILE = {
  ofOther: message({
    en: () => 'The key is not that of the certificate.',
    es: () => 'La llave no es la del certificado.',
  }),
  tooLarge: message({
    en: () => 'The key is too large to be one.',
    es: () => 'El archivo es demasiado grande para ser una llave.',
  }),
  notRsa: message({
    en: () => 'The key is not one of RSA.',
    es: () => 'La llave no es RSA.',
  }),
  notOpened: message({
    en: () => 'The password does not open the key, or the file is not a key in PKCS#8.',
    es: () => 'La contraseña no abre la llave, o el archivo no es una llave PKCS#8.',
  }),
}

export const SEAL = {
  notVerified: message<{ readonly known: readonly string[] }>({
    en: ({ known }) => `The seal cannot be verified: ${known.join(', ')} is not known here.`,
    es: ({ known }) => `El sello no se puede verificar: aquí no se conoce ${known.join(', ')}.`,
  }),
  notItsOwn: message({
    en: () => 'The seal is not that of the document.',
    es: () => 'El sello no es el del documento.',
  }),
}

export const STAMP = {
  missing: message({
    en: () => 'The CFDI is not stamped.',
    es: () => 'El CFDI no está timbrado.',
  }),
  ofOther: message({
    en: () => 'The stamp belongs to another CFDI.',
    es: () => 'El timbre es de otro CFDI.',
  }),
  otherCertificate: message<{ readonly named: string; readonly number: string }>({
    en: ({ named, number }) => `The stamp names the certificate ${named}, not ${number}.`,
    es: ({ named, number }) => `El timbre dice el certificado ${named}, no ${number}.`,
  }),
  notIssuedBySat: message({
    en: () => 'Its certificate was not issued by the SAT.',
    es: () => 'Su certificado no lo emitió el SAT.',
  }),
  sealNotItsOwn: message({
    en: () => 'The seal of the stamp is not its own.',
    es: () => 'El sello del timbre no es el suyo.',
  }),
}
