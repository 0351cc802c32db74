/** What a person should know about any board, one after the other. */
export const HINTS = {
  move: 'Ziehe eine Karte in eine andere Spalte, oder drücke ] und [, während sie den Fokus hat. Wenn der Dienst das Verschieben ablehnt, kehrt die Karte zurück und zeigt den Grund.',
  columns:
    'Die Linie über den Karten ist der Weg zu einem Release. Ein Schloss darauf kennzeichnet eine Spalte, in die du mit deiner Rolle keine Karten verschieben kannst.',
  find: 'Drücke Strg K oder ⌘ K, um eine Karte, eine Spalte oder einen Befehl zu finden, und ?, um alle Tastenkürzel zu sehen.',
} as const

/** The same on a touch screen. */
export const TOUCH_HINTS = {
  move: 'Halte eine Karte gedrückt, um sie zu ziehen, oder öffne ihr Menü ⋯, um sie zu verschieben. Wenn der Dienst das Verschieben ablehnt, kehrt die Karte zurück und zeigt den Grund.',
  columns: HINTS.columns,
  find: 'Wische, um die anderen Spalten zu sehen. Öffne oben das Menü ⋯, um eine Karte, eine Spalte oder einen Befehl zu finden.',
} as const

export function nameHint(workspaceId: string): string {
  return `Der Dienst bezeichnet dieses Board nur mit seiner ID, ${workspaceId}. Gib ihm einen Namen, den du wiedererkennst.`
}
