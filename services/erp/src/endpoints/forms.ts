import { contentDisposition } from '@oficina/http/content-disposition.ts'

import { demandForm, demandFormsOf } from '../actions/forms/form-access.ts'
import { loadForm, renderForm } from '../actions/forms/render-form.ts'
import { clientSignal } from '../http/client-gone.ts'
import { modelOf, recordIdOf } from '../http/context.ts'
import { speechOf } from '../http/request-speech.ts'
import { endpoint } from './endpoint.ts'
import { modelo, recordId } from './kinds.ts'

/**
 * The form of a record for whoever may read all of it.
 * @source docs/decisions/0254-erp-joined-services.md
 */
export const form = endpoint({
  method: 'GET',
  path: '/api/v1/:modelo/:id/pdf',
  auth: 'bearer',
  tag: 'records',
  summary: 'The form of a record as PDF: of a purchase, a CFDI, or a sale that has one',
  named: { modelo, id: recordId },
  sendsFile: true,
  demands: (exchange) => demandFormsOf(exchange.tools, exchange.caller, modelOf(exchange).name),
  answers: { 200: { description: 'The form.', content: { 'application/pdf': { schema: {} } } } },
  failures: [404, 409, 422],
  handle: async (exchange) => {
    const { tools, reply, caller, request } = exchange
    const subject = { modelo: modelOf(exchange).name, registro: recordIdOf(exchange) }
    await demandForm(tools, caller, subject)
    const source = { tools, empresa: caller.empresa, subject }
    const content = await loadForm(source)
    const { language } = speechOf(request)
    const pdf = await renderForm(source, content, { signal: clientSignal(reply), language })
    return reply
      .type('application/pdf')
      .header('cache-control', 'private, no-store')
      .header('content-disposition', contentDisposition(`${content.nombre}.pdf`))
      .header('x-content-type-options', 'nosniff')
      .send(pdf)
  },
})
