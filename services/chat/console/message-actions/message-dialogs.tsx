import { Later } from '@oficina/web/later.tsx'

import { closeDialog, messageDialog } from './dialogs.ts'

const load = {
  move: async () => (await import('./move-dialog.tsx')).MoveMessageDialog,
  moveTopic: async () => (await import('./move-dialog.tsx')).MoveTopicDialog,
  history: async () => (await import('./history-dialog.tsx')).HistoryDialog,
  receipts: async () => (await import('./receipts-dialog.tsx')).ReceiptsDialog,
  report: async () => (await import('./report-dialog.tsx')).ReportDialog,
  remind: async () => (await import('./remind-dialog.tsx')).RemindDialog,
  source: async () => (await import('./source-dialog.tsx')).SourceDialog,
}

/** Where dialogs about messages and topics appear: once a page. */
export function MessageDialogs() {
  const dialog = messageDialog.value
  switch (dialog?.kind) {
    case undefined:
      return null
    case 'moveTopic': {
      const { channelId, topic } = dialog
      return <Later load={load.moveTopic} props={{ channelId, topic, onClose: closeDialog }} />
    }
    case 'move':
    case 'history':
    case 'receipts':
    case 'report':
    case 'remind':
    case 'source':
      return (
        <Later
          key={`${dialog.kind} ${dialog.message.id}`}
          load={load[dialog.kind]}
          props={{ message: dialog.message, onClose: closeDialog }}
        />
      )
  }
}
