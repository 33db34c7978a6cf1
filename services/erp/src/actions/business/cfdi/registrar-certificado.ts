import { textInput, type ActionInput } from '../../../dictionary/action-description.ts'
import { ApiError, apiError } from '../../../errors.ts'
import type { CfdiProblem } from '../../../fiscal/cfdi/problem.ts'
import { openCsd, type CsdFiles } from '../../../fiscal/cfdi/seal/csd.ts'
import { CERTIFICATE_REGISTERED } from '../../../messages/issuing.ts'
import type { ActionInputs } from '../../../query/action-request.ts'
import { readServerSecret } from '../../../store/people/secret-store.ts'
import type { ActionContext, NativeAction } from '../action.ts'
import { keepCsd } from './own-csd.ts'
import { hasCertificate } from './store/csd-store.ts'
import { findIssuer } from './store/issuer-store.ts'

// Files of a CSD have under 2 KB each, as base64 under 3.
const MAX_BASE64 = 24_000

function base64Input(end: string, name: string, label: string): ActionInput {
  const help = `El archivo ${end} en base64.`
  const input = { name, label, help, required: true, minLength: 1, length: MAX_BASE64 }
  return { ...textInput(input), shape: { file: { accept: [end], as: 'base64' } } }
}

/**
 * Takes in the CSD of the company: the two files as the SAT hands them out, and the password of the key. From then on CFDI
 * are sealed with it. Key and password are kept encrypted, and shown nowhere.
 * @source docs/decisions/0251-erp-stamping.md
 */
export const registrarCertificado: NativeAction = {
  model: 'CertificadoSat',
  name: 'registrar_certificado',
  label: 'Registrar certificado',
  mode: 'native',
  inputs: [
    base64Input('.cer', 'certificado', 'Certificado'),
    base64Input('.key', 'llave', 'Llave'),
    {
      ...textInput({
        name: 'contrasena',
        label: 'Contraseña',
        help: 'La de la llave. Se guarda cifrada.',
        required: true,
        minLength: 1,
        length: 250,
      }),
      shape: { secret: true },
    },
  ],
  emits: [],
  run: register,
}

async function register(context: ActionContext): Promise<unknown> {
  const { tx, caller, inputs, moment } = context
  const issuer = await findIssuer(tx, caller.empresa)
  const files = filesOf(inputs)
  const nowMs = Date.parse(moment.now)
  const opened = openCsd(files, { rfc: issuer.rfc, nowMs })
  if (!opened.ok) throw new ApiError(opened.error.map(problemOf))
  const { certificate } = opened.value
  const numero = certificate.noCertificado
  if (await hasCertificate(tx, caller.empresa, numero)) {
    const message = CERTIFICATE_REGISTERED({ number: numero })
    throw apiError('DUPLICATE', message, 'certificado')
  }
  const serverSecret = await readServerSecret(tx)
  const id = await keepCsd(context, { files, certificate, serverSecret })
  return { id: Number(id), numero_certificado: numero, rfc: certificate.rfc }
}

function filesOf(inputs: ActionInputs): CsdFiles {
  const text = (name: string) => String(inputs.get(name) ?? '')
  return {
    cer: Buffer.from(text('certificado'), 'base64'),
    key: Buffer.from(text('llave'), 'base64'),
    password: text('contrasena'),
  }
}

const FIELDS: Readonly<Record<string, string>> = {
  cer: 'certificado',
  key: 'llave',
  password: 'contrasena',
}

function problemOf({ field, message }: CfdiProblem) {
  return { code: 'VALIDATION' as const, field: FIELDS[field] ?? field, message }
}
