import { words } from '../../words/personal.ts'
import { words as preferences } from '../../words/preferences.ts'
import { NOTIFICATION_ROWS, type NotificationRow } from '../declared/user-settings.ts'
import { SaveMark } from '../frame/save-mark.tsx'
import { useSaver } from '../frame/use-setting.ts'

export interface NotificationTableProps {
  readonly values: Readonly<Record<string, unknown>>
  readonly save: (name: string, isOn: boolean) => Promise<unknown>
}

type Way = 'desktop' | 'sound' | 'push' | 'mail' | 'wildcard'

const WAYS: readonly Way[] = ['desktop', 'sound', 'push', 'mail', 'wildcard']

/** Rows are what one is told of, columns how. */
export function NotificationTable({ values, save }: NotificationTableProps) {
  const saver = useSaver()
  return (
    <div class="table-scroll">
      <table class="settings-table notification-table">
        <thead>
          <tr>
            <th scope="col">{words('of')}</th>
            {WAYS.map((way) => (
              <th key={way} scope="col" class="center">
                {words(`way_${way}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {NOTIFICATION_ROWS.map((row) => (
            <tr key={row.label}>
              <th scope="row">{preferences(row.label)}</th>
              {WAYS.map((way) => (
                <Cell
                  key={way}
                  row={row}
                  way={way}
                  isOn={values[row[way] ?? ''] === true}
                  save={(isOn) => void saver.save(() => save(row[way] ?? '', isOn))}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <SaveMark state={saver.state} />
    </div>
  )
}

interface CellProps {
  readonly row: NotificationRow
  readonly way: Way
  readonly isOn: boolean
  readonly save: (isOn: boolean) => void
}

function Cell({ row, way, isOn, save }: CellProps) {
  if (row[way] === undefined) return <td class="center muted">{words('always')}</td>
  return (
    <td class="center">
      <input
        type="checkbox"
        aria-label={`${preferences(row.label)}: ${words(`way_${way}`)}`}
        checked={isOn}
        onChange={(event) => save(event.currentTarget.checked)}
      />
    </td>
  )
}
