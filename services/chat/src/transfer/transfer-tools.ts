import type { FileTools } from '../files/file-tools.ts'
import type { ExportRunner } from './actions/run-exports.ts'

/** What actions on archives need in addition. */
export interface TransferTools extends FileTools {
  readonly exports: ExportRunner
}
