import assert from 'node:assert/strict'
import { test } from 'node:test'

import { eventually } from '@oficina/testkit/eventually.ts'
import { exchange } from '@oficina/testkit/http-exchange.ts'

import { configuredBot } from '../../src/start/configured-bot.ts'
import { startOwnChat, type ChatTest } from '../chat-service.ts'

// A service of its own: it sets the bot.

const BOT = { botEmail: 'erp-bot@chat.example.com', botApiKey: 'ErpBotErpBotErpBotErpBotErpBot12' }

/** What the bot says in the channel that was made for it, by its key. */
async function say(chat: ChatTest, content: string) {
  const credentials = Buffer.from(`${BOT.botEmail}:${BOT.botApiKey}`).toString('base64')
  return await exchange(`${chat.baseUrl}/api/v1/messages`, 'POST', {
    headers: { authorization: `Basic ${credentials}` },
    body: new URLSearchParams({ type: 'stream', to: '["erp"]', topic: 'avisos', content }),
  })
}

test('a configured bot is there from the first start, with its key and its channel, once', async () => {
  const chat = await startOwnChat(BOT)
  try {
    assert.equal((await say(chat, 'uno')).status, 200)
    await chat.restart()
    const again = await say(chat, 'dos')
    assert.equal(again.status, 200, again.text)
    const found = await chat.owner.get('/users')
    const bots = found.json.members.filter(({ email }: { email: string }) => email === BOT.botEmail)
    assert.equal(bots.length, 1)
    assert.deepEqual([bots[0].is_bot, bots[0].bot_owner_id], [true, chat.owner.id])
    const channels = await chat.owner.get('/users/me/subscriptions')
    assert.deepEqual(
      channels.json.subscriptions.map(({ name }: { name: string }) => name),
      ['erp'],
    )
  } finally {
    await chat.stop()
  }
})

test('a service that refuses to start, since a person has the address of its bot, leaves no connection open', async () => {
  const chat = await startOwnChat(BOT)
  try {
    const connected = async () => {
      const rows = await chat.database.query<{ pid: number }>({
        text: `select pid from pg_stat_activity where datname = current_database() and application_name ~ '^oficina-chat'`,
        values: [],
      })
      return new Set(rows.map(({ pid }) => pid))
    }
    await chat.database.query({
      text: `update user_profile set bot_type = null, bot_owner_id = null where delivery_email = $1`,
      values: [BOT.botEmail],
    })
    const before = await connected()
    await assert.rejects(chat.second(), /erp-bot@chat\.example\.com/)
    // A pool would close by itself what is idle for ten seconds; the connection that listens stays for good.
    const soon = AbortSignal.timeout(5_000)
    await eventually('its connections are closed', async () => {
      soon.throwIfAborted()
      return (await connected()).difference(before).size === 0
    })
  } finally {
    await chat.stop()
  }
})

test('half a configuration of a bot is refused, naming what is missing', () => {
  const { botApiKey, botEmail } = BOT
  const rest = { botChannel: 'erp' }
  assert.throws(
    () => configuredBot({ ...rest, botEmail, botApiKey: undefined }),
    /CHAT_BOT_API_KEY must be set too/,
  )
  assert.throws(
    () => configuredBot({ ...rest, botEmail: undefined, botApiKey }),
    /CHAT_BOT_EMAIL must be set too/,
  )
  assert.equal(configuredBot({ ...rest, botEmail: undefined, botApiKey: undefined }), undefined)
})
