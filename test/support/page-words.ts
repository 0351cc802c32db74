import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const CATALOGS = fileURLToPath(new URL('../../src/messages', import.meta.url))

/** A constant text of the page in one language, by the name of its export. */
export type PageWords = (name: string) => string

export async function wordsIn(
  language: string,
  change = (word: string) => word,
): Promise<PageWords> {
  const folder = join(CATALOGS, language)
  const files = readdirSync(folder).map((name) => pathToFileURL(join(folder, name)).href)
  const catalogs: Record<string, unknown>[] = await Promise.all(
    files.map((file) => import(/* @vite-ignore */ file)),
  )
  const texts = catalogs
    .flatMap((catalog) => Object.entries(catalog))
    .filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  const words = new Map(texts)
  return (name) => {
    const word = words.get(name)
    if (word === undefined) throw new Error(`No catalog in ${language} has ${name}.`)
    return change(word)
  }
}
