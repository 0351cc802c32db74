import { build, type Plugin } from 'vite'
import * as german from '../messages/de/page-messages.ts'
import * as english from '../messages/en/page-messages.ts'
import { LANGUAGES, type Language } from '../model/languages.ts'

const TEXTS = { en: english, de: german }
const PAGE_FILE = 'index.html'

const [MAIN = 'en', ...OTHERS] = LANGUAGES

/** A mode with the name of a language builds the page in it; all others build the main one. */
export function languageOfMode(mode: string): Language {
  return LANGUAGES.find((language) => language === mode) ?? MAIN
}

/** Whether no other build of the page follows. */
export function isLastBuild(language: Language): boolean {
  return language === LANGUAGES.at(-1)
}

/** A file of the page in this language: "index.html", "index.de.html". */
export function fileIn(language: Language, name: string): string {
  return language === MAIN ? name : name.replace(/\.(\w+)$/, `.${language}.$1`)
}

/**
 * Builds the page with the catalogs of one language, by the conditions of `#messages/*` in
 * package.json. After the main language come the others, into the same directory: they share the
 * files in which there are no sentences.
 */
export function pageLanguage(mode: string, conditions: readonly string[]): Plugin {
  const language = languageOfMode(mode)
  const isMain = language === MAIN
  return {
    name: 'page-language',
    apply: 'build',
    config: () => ({
      resolve: { conditions: isMain ? [...conditions] : [language, ...conditions] },
      build: { emptyOutDir: isMain },
    }),
    transformIndexHtml: { order: 'pre', handler: (html) => translatePage(html, language) },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const { [PAGE_FILE]: page } = bundle
        if (isMain || page?.type !== 'asset') return
        delete bundle[PAGE_FILE]
        this.emitFile({ type: 'asset', fileName: fileIn(language, PAGE_FILE), source: page.source })
      },
    },
    closeBundle: {
      sequential: true,
      async handler() {
        if (mode !== 'production') return
        const { outDir } = this.environment.config.build
        for (const other of OTHERS) {
          await build({ mode: other, logLevel: 'warn', build: { outDir } })
        }
      },
    },
  }
}

function translatePage(html: string, language: Language): string {
  const { LANGUAGE, DESCRIPTION, NEEDS_JAVASCRIPT, OLD_BROWSER } = TEXTS[language]
  const changes = [
    [`<html lang="${english.LANGUAGE}"`, `<html lang="${LANGUAGE}"`],
    [english.DESCRIPTION, DESCRIPTION],
    [english.NEEDS_JAVASCRIPT, NEEDS_JAVASCRIPT],
    [english.OLD_BROWSER, OLD_BROWSER],
  ] as const
  return changes.reduce((text, [from, to]) => {
    // The formatter may have wrapped it.
    const pattern = new RegExp(from.split(' ').map(escapeText).join('\\s+'))
    if (!pattern.test(text)) throw new Error(`${PAGE_FILE} doesn’t contain “${from}”.`)
    return text.replace(pattern, to)
  }, html)
}

function escapeText(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
