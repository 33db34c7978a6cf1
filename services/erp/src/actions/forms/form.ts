import type { Database } from '@oficina/kit/database.ts'

import type { Registry } from '../../dictionary/types.ts'
import type { ContentFolder } from '../../files/content-folder.ts'
import type { JoinedServices } from '../../joined/open-joined.ts'
import type { EmpresaId } from '../../store/tenant-database.ts'
import type { Semaphore } from '../semaphore.ts'

/** What making forms needs. */
export interface FormTools {
  readonly database: Database
  readonly registry: Registry
  readonly joined: Pick<JoinedServices, 'documents'>
  readonly attachments: { readonly contents: ContentFolder }
  /** How many are made at the same time. */
  readonly forms: Semaphore
}

/** The record that a form is of. */
export interface FormSubject {
  readonly modelo: string
  readonly registro: string
}

/** A form that the service ships, by the name of its file. */
export type ShippedForm = 'compra' | 'cfdi'

/** Who issued a document, as it says so itself. */
export interface FormIssuer {
  readonly nombre: string
  readonly rfc: string
  readonly regimen: string
}

/** What a form shows, and what it is made from. */
export interface FormContent {
  readonly shipped: ShippedForm
  /** Whose FormatoImpresion replaces it. */
  readonly modelo: 'Compra' | 'Cfdi'
  readonly sucursal: string | null
  /** Null: the company issues it. */
  readonly emisor: FormIssuer | null
  /** Beside the issuer and the logo. */
  readonly data: object
  /** Of the file, without an extension. */
  readonly nombre: string
  /** The CFDI itself, which goes with its form. */
  readonly xml: Buffer | null
}

/** Where a form's content is read. */
export interface FormSource {
  readonly tools: FormTools
  readonly empresa: EmpresaId
  readonly subject: FormSubject
}
