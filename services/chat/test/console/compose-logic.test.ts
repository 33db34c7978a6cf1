import assert from 'node:assert/strict'
import { suite, test } from 'node:test'

import fc from 'fast-check'

import {
  dateOfLocal,
  localValue,
  scheduleTimes,
} from '../../console/compose/schedule/schedule-times.ts'
import { findTrigger } from '../../console/compose/suggest/find-trigger.ts'
import { channelLink, mentionText, quoteText } from '../../console/compose/suggest/mention-text.ts'
import { ranked } from '../../console/compose/suggest/rank.ts'
import {
  continuedList,
  formatted,
  type FormatName,
  type Selected,
} from '../../console/compose/text-edit.ts'
import { emojiText } from '../../console/emoji/emoji-text.ts'
import { inTone } from '../../console/emoji/skin-tone.ts'

/** A text with its selection between bars, or the caret at the only one. */
function marked(text: string): Selected {
  const [before = '', inner = '', after] = text.split('|')
  if (after === undefined) {
    return { text: before + inner, start: before.length, end: before.length }
  }
  return { text: before + inner + after, start: before.length, end: before.length + inner.length }
}

function shown({ text, start, end }: Selected): string {
  const inner = text.slice(start, end)
  return start === end
    ? `${text.slice(0, start)}|${text.slice(start)}`
    : `${text.slice(0, start)}|${inner}|${text.slice(end)}`
}

suite('formats', () => {
  const cases: readonly (readonly [FormatName, string, string])[] = [
    ['bold', 'an |old| house', 'an **|old|** house'],
    ['bold', 'an **|old|** house', 'an |old| house'],
    ['bold', 'an |**old**| house', 'an |old| house'],
    ['bold', 'an | old | house', 'an  **|old|**  house'],
    ['bold', 'an |', 'an **|**'],
    ['italic', 'an |old| house', 'an *|old|* house'],
    ['italic', 'an **|old|** house', 'an ***|old|*** house'],
    ['strike', '|old|', '~~|old|~~'],
    ['code', '|x = 1|', '`|x = 1|`'],
    ['code', '|a\nb|', '```\n|a\nb|\n```\n'],
    ['quote', '|said|', '```quote\n|said|\n```\n'],
    ['quote', '|```\ncode\n```|', '````quote\n|```\ncode\n```|\n````\n'],
    ['math', '|x^2|', '$$|x^2|$$'],
    ['spoiler', '|dies|', '```spoiler |Header|\ndies\n```\n'],
    ['link', 'see |this| now', 'see [this](|url|) now'],
    ['link', 'see |https://a.example/b|', 'see [|](https://a.example/b)'],
    ['bulleted', '|one\ntwo|', '|- one\n- two|'],
    ['bulleted', '|- one\n- two|', '|one\ntwo|'],
    ['numbered', '|one\ntwo|', '|1. one\n2. two|'],
    ['numbered', '|- one\n- two|', '|1. one\n2. two|'],
  ]
  for (const [name, before, after] of cases) {
    test(`${name} of ${JSON.stringify(before)}`, () => {
      assert.equal(shown(formatted(marked(before), name)), after)
    })
  }

  test('what is around a word is taken away by the second press', () => {
    const word = fc.string({ minLength: 1, maxLength: 12 }).filter((text) => /^\w+$/.test(text))
    fc.assert(
      fc.property(word, fc.constantFrom('bold', 'italic', 'strike'), (text, name) => {
        const once = formatted({ text, start: 0, end: text.length }, name)
        assert.deepEqual(formatted(once, name), { text, start: 0, end: text.length })
      }),
    )
  })

  test('Enter goes on with a list, and ends it on an empty item', () => {
    const next = (text: string): string | undefined => {
      const found = continuedList(marked(text))
      return found === undefined ? undefined : shown(found)
    }
    assert.equal(next('- one|'), '- one\n- |')
    assert.equal(next('  9. one|'), '  9. one\n  10. |')
    assert.equal(next('- one\n- |'), '- one\n|')
    assert.equal(next('one|'), undefined)
  })
})

suite('what is completed', () => {
  const cases: readonly (readonly [string, object | undefined])[] = [
    ['hola @an', { kind: 'person', isSilent: false, typed: 'an', from: 5 }],
    ['hola @_an', { kind: 'person', isSilent: true, typed: 'an', from: 5 }],
    ['@**Ana L', { kind: 'person', isSilent: false, typed: 'Ana L', from: 0 }],
    ['(@', { kind: 'person', isSilent: false, typed: '', from: 1 }],
    ['ana@example', undefined],
    ['@ ana', undefined],
    ['ve a #obra', { kind: 'channel', typed: 'obra', from: 5 }],
    ['#**obra-12>cim', { kind: 'topic', channel: 'obra-12', typed: 'cim', from: 0 }],
    ['# título', undefined],
    ['listo :ok', { kind: 'emoji', typed: 'ok', from: 6 }],
    ['a las 10:30', undefined],
    ['nota: hoy', undefined],
    ['```py', { kind: 'language', typed: 'py', from: 3, fence: '```' }],
    ['```py\n@an', undefined],
    ['```quote\n@an', { kind: 'person', isSilent: false, typed: 'an', from: 9 }],
    ['`@an', undefined],
    ['/po', { kind: 'command', typed: 'po', from: 0 }],
    ['a /po', undefined],
    ['a las <time', { kind: 'time', typed: '', from: 6 }],
    ['1 <t', { kind: 'time', typed: '', from: 2 }],
  ]
  for (const [text, found] of cases) {
    test(JSON.stringify(text), () => {
      assert.deepEqual(findTrigger(text, text.length), found)
    })
  }
})

suite('ranking', () => {
  const names = ['Mariana', 'Ana López', 'Juan Anaya', 'José Ana', 'Ana']
  const find = (typed: string, near = ''): readonly string[] =>
    ranked(typed, names, {
      namesOf: (name) => [name],
      distanceOf: (name) => (name === near ? 0 : 100),
      limit: 4,
    })

  test('beginnings come before words within, and those before parts of words', () => {
    assert.deepEqual(find('ana'), ['Ana', 'Ana López', 'José Ana', 'Juan Anaya'])
  })
  test('who is near comes before who only is called so', () => {
    assert.deepEqual(find('ana', 'Ana López')[0], 'Ana López')
  })
  test('accents and case do not matter, and words may be begun only', () => {
    assert.deepEqual(find('an lo'), ['Ana López'])
    assert.deepEqual(find('JOSE'), ['José Ana'])
  })
  test('of ten thousand names the best are kept, in order', () => {
    const many = Array.from({ length: 10_000 }, (_name, index) => `Persona ${index}`)
    const found = ranked('persona 99', many, {
      namesOf: (name) => [name],
      distanceOf: (name) => (name === 'Persona 9999' ? 0 : 100),
      limit: 3,
    })
    assert.deepEqual(found, ['Persona 9999', 'Persona 99', 'Persona 990'])
  })
})

suite('texts', () => {
  test('a mention names the id only where the name alone would not do', () => {
    const ana = { user_id: 7, full_name: 'Ana' }
    assert.equal(mentionText(ana, { isSilent: false, isAmbiguous: false }), '@**Ana**')
    assert.equal(mentionText(ana, { isSilent: true, isAmbiguous: true }), '@_**Ana|7**')
  })
  test('names that would end a link are written as an address', () => {
    assert.equal(channelLink({ stream_id: 3, name: 'obra' }, 'cimbra'), '#**obra>cimbra**')
    assert.equal(
      channelLink({ stream_id: 3, name: 'a*b c' }, 'x>y'),
      '[#a&#42;b c > x>y](#narrow/channel/3-a.2Ab-c/topic/x.3Ey)',
    )
  })
  test('a quote has a fence longer than any within', () => {
    const text = quoteText({
      sender: { user_id: 7, full_name: 'Ana' },
      isAmbiguous: false,
      link: 'https://chat.example/#narrow/near/1',
      content: '```\nx\n```',
      said: 'dijo',
    })
    assert.equal(
      text,
      '@_**Ana** [dijo](https://chat.example/#narrow/near/1):\n````quote\n```\nx\n```\n````\n',
    )
  })
  test('codes become the pictures that people know', () => {
    assert.equal(emojiText('1f44d'), '👍')
    assert.equal(emojiText('2764'), '❤️')
    assert.equal(emojiText('0023-20e3'), '#️⃣')
    assert.equal(emojiText('1f1f2-1f1fd'), '🇲🇽')
  })
  test('one person or hand has a skin tone, and nothing else', () => {
    assert.equal(inTone('1f44d', '1f3fd'), '👍🏽')
    assert.equal(inTone('261d', '1f3ff'), '☝🏿')
    assert.equal(inTone('1f469-200d-1f4bb', '1f3fb'), '👩🏻‍💻')
    assert.equal(inTone('1f469-200d-1f467', '1f3fb'), undefined)
    assert.equal(inTone('1f389', '1f3fb'), undefined)
    assert.equal(inTone('1f44d', ''), undefined)
  })
})

suite('times', () => {
  test('only times that are still ahead are offered', () => {
    const names = (text: string) => scheduleTimes(new Date(text)).map(({ name }) => name)
    assert.deepEqual(names('2026-11-18T10:00:00'), [
      'todayAfternoon',
      'todayEvening',
      'tomorrowMorning',
      'tomorrowAfternoon',
      'monday',
    ])
    // A Sunday evening, whose tomorrow is the Monday.
    assert.deepEqual(names('2026-11-22T18:50:00'), ['tomorrowMorning', 'tomorrowAfternoon'])
  })
  test('a field of date and time says what it was given', () => {
    const date = new Date(2026, 10, 22, 9, 5)
    assert.equal(localValue(date), '2026-11-22T09:05')
    assert.deepEqual(dateOfLocal('2026-11-22T09:05'), date)
    assert.equal(dateOfLocal(''), undefined)
  })
})
