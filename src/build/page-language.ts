import { readFileSync } from 'node:fs'
import { build, type Plugin } from 'vite'
import * as german from '../messages/de/page-messages.ts'
import * as english from '../messages/en/page-messages.ts'
import { fileIn, LANGUAGES, type Language, MAIN_LANGUAGE } from '../model/languages.ts'

/** Of the page before its script runs. A language that is missing here doesn't compile. */
const TEXTS: Readonly<Record<Language, PageTexts>> = { en: english, de: german }

type PageTexts = Readonly<
  Record<
    | 'LANGUAGE'
    | 'DIRECTION'
    | 'DESCRIPTION'
    | 'NEEDS_JAVASCRIPT'
    | 'OLD_BROWSER'
    | 'WIDE_PICTURE'
    | 'NARROW_PICTURE',
    string
  >
>

const PAGE_FILE = 'index.html'
const MANIFEST = 'manifest.webmanifest'
const MANIFEST_SOURCE = new URL(`../../public/${MANIFEST}`, import.meta.url)

const OTHERS = LANGUAGES.filter((language) => language !== MAIN_LANGUAGE)

/** Set while another language is built, in the mode and with the settings of the main one. */
const VARIABLE = 'PAGE_LANGUAGE'

/** In which the page is built. */
export function languageOfBuild(): Language {
  return LANGUAGES.find((language) => language === process.env[VARIABLE]) ?? MAIN_LANGUAGE
}

/** Whether no other build of the page follows. */
export function isLastBuild(language: Language): boolean {
  return language === LANGUAGES.at(-1)
}

/**
 * Builds the page with the catalogs of one language, by the conditions of `#messages/*` in
 * package.json. After the main language come the others, into the same directory: they share the
 * files in which there are no sentences.
 * See .github/decisions/0018-messages-and-languages.md.
 */
export function pageLanguage(language: Language, conditions: readonly string[]): Plugin {
  const isMain = language === MAIN_LANGUAGE
  return {
    name: 'page-language',
    apply: 'build',
    config: () => ({
      resolve: { conditions: isMain ? [...conditions] : [language, ...conditions] },
      // What the first build wrote stays.
      ...(isMain ? {} : { build: { emptyOutDir: false } }),
    }),
    transformIndexHtml: { order: 'pre', handler: (html) => translatePage(html, language) },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const { [PAGE_FILE]: page } = bundle
        if (isMain || page?.type !== 'asset') return
        delete bundle[PAGE_FILE]
        const emit = (name: string, source: string | Uint8Array) =>
          this.emitFile({ type: 'asset', fileName: fileIn(language, name), source })
        emit(PAGE_FILE, page.source)
        emit(MANIFEST, translateManifest(readFileSync(MANIFEST_SOURCE, 'utf8'), language))
      },
    },
    closeBundle: {
      sequential: true,
      async handler(error) {
        const { mode, base, build: options, logLevel = 'info' } = this.environment.config
        if (error || !isMain || mode !== 'production') return
        const { outDir, minify, sourcemap } = options
        // Its files have been listed once.
        const level = logLevel === 'info' ? 'warn' : logLevel
        try {
          for (const other of OTHERS) {
            process.env[VARIABLE] = other
            await build({ base, logLevel: level, build: { outDir, minify, sourcemap } })
          }
        } finally {
          delete process.env[VARIABLE]
        }
      },
    },
  }
}

function translatePage(html: string, language: Language): string {
  const { LANGUAGE, DIRECTION, DESCRIPTION, NEEDS_JAVASCRIPT, OLD_BROWSER } = TEXTS[language]
  const direction = DIRECTION === 'ltr' ? '' : ` dir="${DIRECTION}"`
  const changes = [
    [`<html lang="${english.LANGUAGE}"`, `<html lang="${LANGUAGE}"${direction}`],
    [`/${MANIFEST}"`, `/${fileIn(language, MANIFEST)}"`],
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

/** What an installed page is called, and the pictures of it. */
export function translateManifest(text: string, language: Language): string {
  const { LANGUAGE, DIRECTION, DESCRIPTION, WIDE_PICTURE, NARROW_PICTURE } = TEXTS[language]
  const manifest: { screenshots: { form_factor: string }[] } = JSON.parse(text)
  const screenshots = manifest.screenshots.map((picture) => ({
    ...picture,
    label: picture.form_factor === 'wide' ? WIDE_PICTURE : NARROW_PICTURE,
  }))
  const own = { lang: LANGUAGE, dir: DIRECTION, description: DESCRIPTION, screenshots }
  return JSON.stringify({ ...manifest, ...own })
}

function escapeText(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
