export { statesBefore } from '../../dictionary/document-moves.ts'
