import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'

import { parse, parseAllDocuments, type CollectionTag } from 'yaml'
import { describeProblems, parseConfig } from '@oficina/kit/config.ts'

import { settings as chatSettings } from '../../services/chat/src/config.ts'
import { settings as documentsSettings } from '../../services/documents/src/config.ts'
import { settings as erpSettings } from '../../services/erp/src/config.ts'
import type {
  Container,
  Manifest,
  Pod,
  ScaledCompose,
  ScaledService,
  Variable,
} from './manifests.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const MANIFESTS = 'deploy/kubernetes'
const SERVICES = ['chat', 'documents', 'erp'] as const
const SETTINGS = { chat: chatSettings, documents: documentsSettings, erp: erpSettings }
const OUTPUT = { isTerminal: false }
const DEFAULT_SHUTDOWN_MS = 20_000

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

/** Everything that the manifests declare, by kind and name. */
const objects = new Map<string, Manifest>()
for (const file of readdirSync(join(ROOT, MANIFESTS))) {
  for (const document of parseAllDocuments(read(`${MANIFESTS}/${file}`))) {
    assert.deepEqual([file, ...document.errors], [file])
    // The files are ours; what they lack fails the assertions below.
    const object = document.toJS() as Manifest
    const key = `${object.kind} ${object.metadata.name}`
    assert.ok(!objects.has(key), `${key} stands twice`)
    objects.set(key, object)
  }
}

function objectOf(kind: string, name: string): Manifest {
  const object = objects.get(`${kind} ${name}`)
  assert.ok(object !== undefined, `there is no ${kind} ${name}`)
  return object
}

const podOf = (service: string): Pod => objectOf('Deployment', service).spec.template.spec
const containerOf = (service: string): Container => podOf(service).containers[0]

function serviceOf(compose: ScaledCompose, name: string): ScaledService {
  const service = compose.services[name]
  assert.ok(service !== undefined, `compose has no ${name}`)
  return service
}

/** The tag by which Compose replaces a list of the file before, instead of adding to it. */
const override: CollectionTag = { tag: '!override', collection: 'seq' }

function scaled(): ScaledCompose {
  const options = { customTags: [override], merge: true }
  // The file is ours; what it lacks fails the assertions below.
  return parse(read('compose.scale.yaml'), options) as ScaledCompose
}

test('each service has a Deployment, a Service, an autoscaler and a disruption budget that mean the same pods', () => {
  for (const service of SERVICES) {
    const { spec, metadata } = objectOf('Deployment', service)
    const labels = spec.template.metadata.labels
    assert.equal(metadata.namespace, 'oficina')
    assert.deepEqual(spec.selector.matchLabels, labels)
    assert.deepEqual(objectOf('Service', service).spec.selector, labels)
    const scaler = objectOf('HorizontalPodAutoscaler', service).spec
    assert.deepEqual(scaler.scaleTargetRef, {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      name: service,
    })
    assert.ok(scaler.minReplicas >= 2 && scaler.minReplicas < scaler.maxReplicas)
    const budget = objectOf('PodDisruptionBudget', service).spec
    assert.deepEqual(budget.selector.matchLabels, labels)
    assert.ok(budget.maxUnavailable < scaler.minReplicas)
  }
})

test('every variable that a manifest or compose.scale.yaml sets is a setting of that service', () => {
  const compose = scaled()
  for (const service of SERVICES) {
    const known = new Set(Object.values(SETTINGS[service](OUTPUT)).map(({ variable }) => variable))
    const own = new Set(['POD_IP'])
    const set = [
      ...containerOf(service).env.map(({ name }) => name),
      ...Object.keys(serviceOf(compose, service).environment),
    ]
    assert.deepEqual(
      set.filter((name) => !known.has(name) && !own.has(name)),
      [],
      service,
    )
  }
})

test('every service accepts the values that its manifest gives it', () => {
  for (const service of SERVICES) {
    const environment = Object.fromEntries(
      containerOf(service).env.map((variable) => [variable.name, valueOf(variable)]),
    )
    const parsed = parseConfig(SETTINGS[service](OUTPUT), environment)
    assert.ok(parsed.ok, parsed.ok ? '' : describeProblems(service, parsed.error))
  }
})

/** What the variable is once the example of the Secret was filled in. */
function valueOf({ name, value, valueFrom }: Variable): string {
  if (value !== undefined) return value.replace('$(POD_IP)', '10.1.2.3')
  const reference = valueFrom?.secretKeyRef
  if (reference === undefined) return ''
  const secret = objectOf('Secret', reference.name).stringData?.[reference.key]
  assert.ok(secret !== undefined, `${name} refers to ${reference.key}, which the Secret lacks`)
  return secret === '' ? 'a1'.repeat(32).slice(0, lengthOf(reference.key)) : secret
}

/** API keys of bots are 32 letters and digits, the chat's secret 64 hexadecimal digits. */
function lengthOf(key: string): number {
  return key === 'chat-secret' ? 64 : 32
}

test('what a manifest only offers, in comments, is accepted, too, and its secrets are in the example', () => {
  const offered = SERVICES.map((service) => {
    const text = read(`${MANIFESTS}/${service}.yaml`)
    const lines = [...text.matchAll(/^ +# - (\{ name: .*\})$/gm)].map(([, line = '']) => line)
    // The files are ours; what a line lacks fails the assertions below.
    const variables = lines.map((line) => parse(line) as Variable)
    const all = [...containerOf(service).env, ...variables]
    const environment = Object.fromEntries(all.map((one) => [one.name, valueOf(one)]))
    const settings = SETTINGS[service](OUTPUT)
    const parsed = parseConfig(settings, environment)
    assert.ok(parsed.ok, parsed.ok ? '' : describeProblems(service, parsed.error))
    const known = new Set(Object.values(settings).map(({ variable }) => variable))
    const names = variables.map(({ name }) => name)
    assert.deepEqual(
      names.filter((name) => !known.has(name)),
      [],
    )
    return [service, names]
  })
  const bucket = ['S3_BUCKET', 'S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']
  assert.deepEqual(offered, [
    ['chat', [...bucket, 'DATABASE_READ_URL']],
    ['documents', bucket],
    ['erp', ['DATABASE_READ_URL']],
  ])
})

test('no manifest holds a secret', () => {
  for (const [name, object] of objects) {
    if (object.kind === 'Secret') {
      for (const value of Object.values(object.stringData ?? {})) {
        assert.ok(value === '' || value.includes(':PASSWORD@'), name)
      }
    }
  }
  for (const service of SERVICES) {
    for (const { name, value } of containerOf(service).env) {
      if (/PASSWORD|KEY|SECRET|DATABASE/.test(name)) assert.equal(value, undefined, name)
    }
  }
})

test('a pod has longer to stop than the service itself takes, and the pause before it', () => {
  for (const service of SERVICES) {
    const container = containerOf(service)
    const set = container.env.find(({ name }) => name === 'SHUTDOWN_TIMEOUT_MS')
    const pause = /, (\d+)\)$/.exec(container.lifecycle.preStop.exec.command.at(-1) ?? '')
    assert.ok(pause !== null)
    const needed = Number(set?.value ?? DEFAULT_SHUTDOWN_MS) + Number(pause[1])
    assert.ok(podOf(service).terminationGracePeriodSeconds * 1_000 > needed, service)
  }
})

test('probes, ports and mounts name what the pod has', () => {
  for (const service of SERVICES) {
    const { env, ports, volumeMounts, ...container } = containerOf(service)
    const named = new Map(ports.map((port) => [port.name, port.containerPort]))
    for (const probe of ['startupProbe', 'readinessProbe'] as const) {
      assert.equal(container[probe].httpGet.path, '/health')
      assert.ok(named.has(container[probe].httpGet.port))
    }
    assert.ok(named.has(container.livenessProbe.tcpSocket.port))
    const metricsPort = env.find(({ name }) => name === 'METRICS_PORT')?.value
    assert.equal(String(named.get('metrics')), metricsPort)
    assert.match(read('Dockerfile'), new RegExp(`EXPOSE ${String(named.get('http'))}\\b`))
    const volumes = new Map(podOf(service).volumes.map((volume) => [volume.name, volume]))
    for (const { name } of volumeMounts) {
      const claim = volumes.get(name)?.persistentVolumeClaim?.claimName
      assert.ok(volumes.has(name), name)
      if (claim !== undefined) assert.ok(objects.has(`PersistentVolumeClaim ${claim}`), claim)
    }
  }
})

test('a metric that an autoscaler reads is one that the service shows', () => {
  const shown = read('services/documents/src/office/office-metrics.ts')
  const wanted = SERVICES.flatMap((service) =>
    objectOf('HorizontalPodAutoscaler', service).spec.metrics.flatMap(({ pods }) =>
      pods === undefined ? [] : [pods.metric.name],
    ),
  )
  assert.deepEqual(wanted, ['office_queued'])
  assert.match(shown, /name: `office_\$\{name\}`/)
  assert.match(shown, /^ {2}queued:/m)
})

test('compose.scale.yaml only adds to services of compose.yaml, and asks for no variable that .env.example lacks', () => {
  const base = parse(read('compose.yaml')) as ScaledCompose
  const compose = scaled()
  const offered = new Set([...read('.env.example').matchAll(/^(\w+)=/gm)].map((match) => match[1]))
  const asked = [...read('compose.scale.yaml').matchAll(/(?<!\$)\$\{(\w+)/g)].map(
    (match) => match[1],
  )
  assert.ok(asked.length > 0)
  assert.deepEqual(
    asked.filter((name) => !offered.has(name)),
    [],
  )
  for (const service of SERVICES) {
    assert.ok(service in base.services)
    assert.ok(serviceOf(compose, service).deploy.replicas >= 2)
    // Several processes cannot have the same port of the machine; nginx has them.
    assert.deepEqual(serviceOf(compose, service).ports, [])
    assert.ok(serviceOf(compose, 'nginx').ports.includes(serviceOf(base, service).ports[0] ?? ''))
  }
})

test('what compose.scale.yaml makes of the files of nginx and PgBouncer leaves no address of the example in them', () => {
  const compose = scaled()
  for (const [service, file] of [
    ['nginx', 'deploy/nginx.conf'],
    ['pgbouncer', 'deploy/pgbouncer.ini'],
  ] as const) {
    const command = serviceOf(compose, service).command.at(-1) ?? ''
    const made = edited(read(file), command)
    assert.doesNotMatch(made, /10\.0\.0\.\d|443|ssl_certificate|\/etc\/pgbouncer\/userlist/)
    for (const name of service === 'nginx' ? SERVICES : []) {
      assert.match(made, new RegExp(`server ${name}:300\\d `))
    }
  }
})

/** What its `sed` does: lines are deleted (`/x/d`) or replaced (`s/x/y/`); what is added is left out. */
function edited(text: string, command: string): string {
  const steps = [...command.matchAll(/-e '([^']+)'|sed '([^']+)'/g)].map(
    (match) => match[1] ?? match[2] ?? '',
  )
  return steps.reduce((before, step) => {
    const [, removed] = /^\/(.*)\/d$/.exec(step) ?? []
    const [, , old, next] = /^s([/|])(.*)\1(.*)\1$/.exec(step) ?? []
    if (removed !== undefined)
      return before.replaceAll(new RegExp(`^.*${plain(removed)}.*\n`, 'gm'), '')
    if (old !== undefined) return before.replaceAll(new RegExp(plain(old), 'gm'), next ?? '')
    return before
  }, text)
}

/** A caret at the beginning of a pattern stands for the line's beginning, which is matched already. */
function plain(pattern: string): string {
  return pattern.replace(/^\^/, '')
}
