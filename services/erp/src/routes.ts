import { attach, attachments, content, detach } from './endpoints/attachments.ts'
import { actOnMany, actOnOne } from './endpoints/business-actions.ts'
import type { Endpoint } from './endpoints/endpoint.ts'
import { enrol, factors, recoveryCodes, removeFactor, verify } from './endpoints/factors.ts'
import { form } from './endpoints/forms.ts'
import { health } from './endpoints/health.ts'
import { home } from './endpoints/home.ts'
import { importFile } from './endpoints/import.ts'
import { list } from './endpoints/listing.ts'
import { manualEndpoints, manualPicture } from './endpoints/manual.ts'
import { me } from './endpoints/me.ts'
import { metadata, metadataIndex, modelOpenApi } from './endpoints/metadata.ts'
import { outbox, retryOutbox, subscriptionSecret } from './endpoints/outbox.ts'
import { invalidatePermissions, permissions } from './endpoints/permissions.ts'
import { photo } from './endpoints/photos.ts'
import { preferences, removePreference, setPreference } from './endpoints/preferences.ts'
import { loadPublicCatalogs } from './endpoints/public-catalogs.ts'
import { create, read, remove, update } from './endpoints/records.ts'
import { relations } from './endpoints/relations.ts'
import {
  leaveReportMail,
  changeReportMailEndpoint,
  removeReportMail,
  reportMailsEndpoint,
  sendReportEndpoint,
  sendReportNow,
} from './endpoints/report-mails.ts'
import { auditTrailReport } from './endpoints/reports/audit-trail.ts'
import { bankReconciliationReport } from './endpoints/reports/bank-reconciliation.ts'
import { cashReport } from './endpoints/reports/cash-report.ts'
import { pendingComplementsReport } from './endpoints/reports/complement-report.ts'
import { consistencyReport } from './endpoints/reports/consistency.ts'
import { salesToDeliverReport } from './endpoints/reports/delivery-report.ts'
import { diot } from './endpoints/reports/diot.ts'
import { electronicAccounting } from './endpoints/reports/electronic-accounting.ts'
import { kardexReport } from './endpoints/reports/kardex-report.ts'
import { lawTablesReport, missingLawReport } from './endpoints/reports/law-reports.ts'
import { ledgerReport, partyBalancesReport } from './endpoints/reports/ledger-reports.ts'
import { belowMinimumReport } from './endpoints/reports/minimum-report.ts'
import { payablesAgeingReport } from './endpoints/reports/payable-reports.ts'
import { payrollDifferencesReport } from './endpoints/reports/payroll-report.ts'
import {
  receivablesAgeingReport,
  untoldCollectionsReport,
} from './endpoints/reports/receivable-reports.ts'
import { catalogEndpoint } from './endpoints/reports/report-catalog.ts'
import { pendingApprovalsReport, trialBalanceReport } from './endpoints/reports/reports.ts'
import { salesByDayReport } from './endpoints/reports/sales-report.ts'
import {
  balanceSheetReport,
  incomeStatementReport,
  vatReport,
} from './endpoints/reports/statements.ts'
import { removeView, savedViews, saveView, updateView } from './endpoints/saved-views.ts'
import { search } from './endpoints/search.ts'
import { endOneSession, login, logout, refresh, sessions } from './endpoints/sessions.ts'
import { start } from './endpoints/start.ts'

const reportCatalog = catalogEndpoint(() => ROUTES)
const reportMails = reportMailsEndpoint(() => ROUTES)
const sendReport = sendReportEndpoint(() => ROUTES)
const changeReportMail = changeReportMailEndpoint(() => ROUTES)
const { manual, manualPdf } = manualEndpoints(() => ROUTES)

/** THE list of endpoints. @source docs/contract/erp.md, Endpoints */
export const ROUTES: readonly Endpoint[] = [
  modelOpenApi, // GET /openapi/:modelo.json
  health, // GET /health
  login, // POST /api/v1/auth/login
  refresh, // POST /api/v1/auth/refresh
  logout, // POST /api/v1/auth/logout
  permissions, // GET /api/v1/auth/permissions
  invalidatePermissions, // POST /api/v1/auth/permissions/invalidate
  me, // GET /api/v1/auth/me
  home, // GET /api/v1/home
  start, // GET /api/v1/start
  manual, // GET /api/v1/manual
  manualPdf, // GET /api/v1/manual.pdf
  manualPicture, // GET /api/v1/manual/imagenes/:imagen
  preferences, // GET /api/v1/auth/preferencias
  setPreference, // PUT /api/v1/auth/preferencias/:clave
  removePreference, // DELETE /api/v1/auth/preferencias/:clave
  savedViews, // GET /api/v1/auth/vistas
  saveView, // POST /api/v1/auth/vistas
  updateView, // PUT /api/v1/auth/vistas/:id
  removeView, // DELETE /api/v1/auth/vistas/:id
  sessions, // GET /api/v1/auth/sesiones
  endOneSession, // DELETE /api/v1/auth/sesiones/:id
  factors, // GET /api/v1/auth/factores
  enrol, // POST /api/v1/auth/factores
  recoveryCodes, // POST /api/v1/auth/factores/codigos
  verify, // POST /api/v1/auth/factores/:id/verificar
  removeFactor, // DELETE /api/v1/auth/factores/:id
  photo, // GET /api/v1/auth/fotos/:id
  metadataIndex, // GET /api/v1/metadata
  metadata, // GET /api/v1/metadata/:modelo
  reportCatalog, // GET /api/v1/reports
  pendingApprovalsReport, // GET /api/v1/reports/pending-approvals
  ledgerReport, // GET /api/v1/reports/ledger
  partyBalancesReport, // GET /api/v1/reports/party-balances
  trialBalanceReport, // GET /api/v1/reports/trial-balance
  balanceSheetReport, // GET /api/v1/reports/balance-sheet
  incomeStatementReport, // GET /api/v1/reports/income-statement
  vatReport, // GET /api/v1/reports/vat
  electronicAccounting, // GET /api/v1/reports/electronic-accounting
  diot, // GET /api/v1/reports/diot
  auditTrailReport, // GET /api/v1/reports/audit-trail/:modelo/:id
  kardexReport, // GET /api/v1/reports/kardex
  belowMinimumReport, // GET /api/v1/reports/below-minimum
  payrollDifferencesReport, // GET /api/v1/reports/payroll-differences
  bankReconciliationReport, // GET /api/v1/reports/bank-reconciliation
  consistencyReport, // GET /api/v1/reports/consistency
  receivablesAgeingReport, // GET /api/v1/reports/receivables-ageing
  payablesAgeingReport, // GET /api/v1/reports/payables-ageing
  salesToDeliverReport, // GET /api/v1/reports/sales-to-deliver
  salesByDayReport, // GET /api/v1/reports/sales-by-day
  cashReport, // GET /api/v1/reports/cash
  untoldCollectionsReport, // GET /api/v1/reports/pending-collection-complements
  pendingComplementsReport, // GET /api/v1/reports/pending-payment-complements
  lawTablesReport, // GET /api/v1/reports/law-tables
  missingLawReport, // GET /api/v1/reports/missing-law-tables
  reportMails, // GET /api/v1/reportes/envios
  sendReport, // POST /api/v1/reportes/envios
  changeReportMail, // PUT /api/v1/reportes/envios/:id
  removeReportMail, // DELETE /api/v1/reportes/envios/:id
  leaveReportMail, // POST /api/v1/reportes/envios/:id/baja
  sendReportNow, // POST /api/v1/reportes/envios/:id/enviar
  outbox, // GET /api/v1/outbox
  retryOutbox, // POST /api/v1/outbox/:id/retry
  subscriptionSecret, // GET /api/v1/webhooks/:id/secret
  content, // GET /api/v1/adjuntos/:id/contenido
  detach, // DELETE /api/v1/adjuntos/:id
  search, // GET /api/v1/search
  list, // GET /api/v1/:modelo
  create, // POST /api/v1/:modelo
  loadPublicCatalogs, // POST /api/v1/catalogs
  importFile, // POST /api/v1/:modelo/import
  read, // GET /api/v1/:modelo/:id
  update, // PUT /api/v1/:modelo/:id
  remove, // DELETE /api/v1/:modelo/:id
  attach, // POST /api/v1/:modelo/:id/adjuntos
  attachments, // GET /api/v1/:modelo/:id/adjuntos
  form, // GET /api/v1/:modelo/:id/pdf
  relations, // GET /api/v1/:modelo/:id/relaciones
  actOnMany, // POST /api/v1/:modelo/actions/:accion
  actOnOne, // POST /api/v1/:modelo/:id/actions/:accion
]
