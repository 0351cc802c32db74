import { describe, expect, test } from 'vitest'
import { negotiateLanguage } from '#service/http/negotiate-language.ts'

const AVAILABLE = ['en', 'de'] as const

function negotiate(headers: Record<string, string>): string | undefined {
  return negotiateLanguage(new Headers(headers), AVAILABLE)
}

describe('the language of the page', () => {
  test.each([
    ['de', 'de'],
    ['de-AT', 'de'],
    ['DE-CH', 'de'],
    ['fr, de;q=0.8, en;q=0.7', 'de'],
    ['en;q=0.2, de', 'de'],
    ['en-US,en;q=0.9,de;q=0.8', 'en'],
    ['fr', undefined],
    ['de;q=0', undefined],
    ['deu', undefined],
    ['', undefined],
    [';;q=,', undefined],
  ])('is from Accept-Language: %s', (header, language) => {
    expect(negotiate({ 'Accept-Language': header })).toBe(language)
  })

  test('is the one that a person chose, whatever the browser asks for', () => {
    const chosen = { Cookie: 'other=1; trunkline-language=de', 'Accept-Language': 'en' }
    expect(negotiate(chosen)).toBe('de')
  })

  test('is not one that there is no page in', () => {
    const chosen = { Cookie: 'trunkline-language=../x', 'Accept-Language': 'de' }
    expect(negotiate(chosen)).toBe('de')
  })

  test.each([
    ['pt-BR', 'pt-BR'],
    ['pt', 'pt-BR'],
    ['zh-hant-tw', 'zh-Hant'],
    ['pt-PT, en;q=0.5', 'en'],
    ['p', undefined],
  ])('can be one of a region or a script: %s', (header, language) => {
    const available = ['en', 'pt-BR', 'zh-Hant']
    const headers = new Headers({ 'Accept-Language': header })
    expect(negotiateLanguage(headers, available)).toBe(language)
  })
})
