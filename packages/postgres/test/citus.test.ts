import assert from 'node:assert/strict'
import { test } from 'node:test'

import { adviceOn } from '../src/citus.ts'

const CLUSTER = { version: '13.2-1', nodes: 2 }

test('a cluster that decides late what a lost node left is told of, with the command', () => {
  const late = adviceOn({ ...CLUSTER, undecidedSeconds: 60 })
  assert.match(
    String(late),
    /locked up to 60 s .* alter system set citus\.recover_2pc_interval = '1s'/,
  )
  assert.match(String(adviceOn({ ...CLUSTER, undecidedSeconds: -0.001 })), /locked for ever/)
  assert.equal(adviceOn({ ...CLUSTER, undecidedSeconds: 10 }), undefined)
})
