export const CRASHED_HERE = 'Hier ist etwas schiefgegangen. Der Rest der App funktioniert weiter.'
export const OFFLINE_TITLE = 'Du bist offline'
export const MISSING_CODE =
  'Die Verbindung ist unterbrochen, oder es gibt eine neue Version dieser Seite. Das Laden wird weiter versucht. Wenn das länger dauert, lade die Seite neu; deine Schlüssel bleiben erhalten.'

export function crashTitle(part: string): string {
  return `${part} ist abgestürzt`
}

export function missingTitle(part: string): string {
  return `${part} ist noch nicht geladen`
}

export function missingOffline(part: string): string {
  return `${part} ist noch nicht geladen. Alles andere bleibt auf dem Bildschirm. Sobald du wieder online bist, geht es hier weiter.`
}
