import assert from 'node:assert/strict'
import { test } from 'node:test'

import {
  choice,
  defaulted,
  describeProblems,
  flag,
  integer,
  optional,
  origins,
  parseConfig,
  port,
  required,
  text,
  url,
} from '../src/config.ts'

const SETTINGS = {
  key: required('API_KEY', text),
  port: defaulted('PORT', port, 3000),
  level: defaulted('LEVEL', choice(['low', 'high']), 'low'),
  size: defaulted('SIZE', integer(1, 10), 5),
  demo: defaulted('DEMO', flag, false),
  database: optional('DATABASE_URL', url(['postgres:', 'postgresql:'])),
}

test('a complete environment is read into exact values', () => {
  const environment = { API_KEY: 'k', PORT: '0', LEVEL: 'high', SIZE: '10', DEMO: '1' }
  assert.deepEqual(parseConfig(SETTINGS, environment), {
    ok: true,
    value: { key: 'k', port: 0, level: 'high', size: 10, demo: true, database: undefined },
  })
})

test('an absent or empty variable takes its default', () => {
  const read = parseConfig(SETTINGS, { API_KEY: 'k', PORT: '', SIZE: undefined })
  assert.deepEqual(read.ok && [read.value.port, read.value.size], [3000, 5])
})

test('every problem is reported at once, by variable, without the value', () => {
  const environment = {
    PORT: '65536',
    LEVEL: 'middle',
    SIZE: '1.5',
    DEMO: 'yes',
    DATABASE_URL: 'mysql://secret@x',
  }
  const read = parseConfig(SETTINGS, environment)
  assert.equal(read.ok, false)
  const report = read.ok ? '' : describeProblems('test', read.error)
  assert.deepEqual(report.split('\n').slice(1), [
    '  API_KEY is required',
    '  PORT must be a whole number from 0 to 65535',
    '  LEVEL must be one of low, high',
    '  SIZE must be a whole number from 1 to 10',
    '  DEMO must be 1, 0, true or false',
    '  DATABASE_URL must be a URL that begins with postgres:// or postgresql://',
  ])
})

test('origins are taken as browsers write them, and nothing else is', () => {
  const read = (raw: string) =>
    parseConfig({ allowed: defaulted('CORS_ORIGINS', origins, []) }, { CORS_ORIGINS: raw })
  const both = read('https://a.example.com, http://localhost:5173')
  assert.deepEqual(both.ok && both.value.allowed, [
    'https://a.example.com',
    'http://localhost:5173',
  ])
  for (const raw of [
    '*',
    'https://a.com/',
    'https://A.com',
    'a.com',
    'null',
    'https://a.com:443',
    ',',
  ]) {
    assert.equal(read(raw).ok, false, raw)
  }
})
