import {
  isPayload,
  listAt,
  needed,
  textAt,
  type HookForm,
  type HookMessage,
  type Payload,
} from './payload.ts'

const FIRING = ':alert: **FIRING**'
const RESOLVED = ':squared_ok: **Resolved**'

/** Alerts of Prometheus' Alertmanager: a topic for each name, a message for each state. */
export const alertmanager: HookForm = ({ payload, options }) => {
  const groups = Map.groupBy(listAt(payload, 'alerts'), (alert) => {
    const name = field(alert, options.name ?? 'alertname') ?? '(unknown)'
    return JSON.stringify([name, textAt(alert, 'status')])
  })
  return [...groups].map(([key, alerts]) => {
    // Made in the line above.
    const [topic, status] = JSON.parse(key) as [string, string]
    const title = status === 'firing' ? FIRING : RESOLVED
    const texts = alerts.map((alert) => alertText(alert, options.desc))
    const [only, ...others] = texts
    const body =
      others.length === 0 ? ` ${only}` : `\n${texts.map((text) => `* ${text}`).join('\n')}`
    return { topic, content: title + body }
  })
}

/** A label of an alert, or else its annotation. */
function field(alert: Payload, name: string): string | undefined {
  const found = ['labels', 'annotations'].flatMap((kind) => {
    const fields = alert[kind]
    // The name is the address's: it is a key, not a path.
    return isPayload(fields) && Object.hasOwn(fields, name)
      ? [textAt({ value: fields[name] }, 'value')]
      : []
  })
  return found.find((text) => text !== '')
}

function alertText(alert: Payload, wanted: string | undefined): string {
  const description =
    wanted === undefined
      ? textAt(alert, 'annotations.description') ||
        textAt(alert, 'annotations.summary') ||
        textAt(alert, 'labels.alertname')
      : (field(alert, wanted) ?? `<missing field: ${wanted}>`)
  const url = textAt(alert, 'generatorURL').replace('tab=1', 'tab=0')
  return url === '' ? description : `${description} ([graph](${url}))`
}

/** Alerts of Grafana, of its present form and of the one before. */
export const grafana: HookForm = ({ payload }) => {
  const alerts = listAt(payload, 'alerts')
  return alerts.length > 0 ? alerts.map(grafanaAlert) : [legacyGrafana(payload)]
}

function grafanaAlert(alert: Payload): HookMessage {
  const isFiring = textAt(alert, 'status') === 'firing'
  const name = textAt(alert, 'labels.alertname') || 'Alert'
  const url = textAt(alert, 'generatorURL')
  const title = url === '' ? `**${name}**` : `[${name}](${url})`
  const began = textAt(alert, 'startsAt')
  const ended = textAt(alert, 'endsAt')
  const lines = [
    `${isFiring ? FIRING : RESOLVED} ${title}`,
    '',
    isFiring
      ? `This alert was fired at <time:${began}>.`
      : `This alert was resolved at <time:${ended}>.`,
    ...pairs('Labels', alert['labels']),
    ...pairs('Values', alert['values']),
    ...pairs('Annotations', alert['annotations']),
    ...['dashboardURL', 'panelURL', 'silenceURL'].flatMap((field) => {
      const link = textAt(alert, field)
      return link === '' ? [] : [`[${field.replace('URL', '')}](${link})`]
    }),
  ]
  return { topic: name, content: lines.join('\n'), event: isFiring ? 'firing' : 'resolved' }
}

function pairs(title: string, fields: unknown): readonly string[] {
  const found = isPayload(fields) ? Object.entries(fields) : []
  if (found.length === 0) return []
  return ['', `${title}:`, ...found.map(([name, value]) => `- ${name}: ${String(value)}`), '']
}

const LEGACY: Readonly<Record<string, string>> = {
  alerting: ':alert:',
  ok: ':squared_ok:',
  no_data: ':info:',
  paused: ':info:',
  pending: ':info:',
}

function legacyGrafana(payload: Payload): HookMessage {
  const icon = LEGACY[textAt(payload, 'state')] ?? ':info:'
  const values = listAt(payload, 'evalMatches').map(
    (match) => `**${textAt(match, 'metric')}:** ${textAt(match, 'value')}`,
  )
  const parts = [
    `${icon} [${textAt(payload, 'ruleName')}](${textAt(payload, 'ruleUrl')})`,
    textAt(payload, 'message'),
    values.join('\n'),
    textAt(payload, 'imageUrl') === ''
      ? ''
      : `[Click to view visualization](${textAt(payload, 'imageUrl')})`,
  ]
  return {
    topic: needed(payload, 'title'),
    content: parts.filter((part) => part !== '').join('\n\n'),
    event: textAt(payload, 'state'),
  }
}
