import type { ExportRunner, ExportTools } from './actions/run-exports.ts'

/** What actions on archives need in addition. */
export interface TransferTools extends ExportTools {
  readonly exports: ExportRunner
}
