/** A color with its name. */
export function ColorSwatch({ color }: { color: string }) {
  return (
    <span
      data-color={color}
      className="inline-flex max-w-full items-center gap-[0.4375rem] before:size-3.5 before:flex-none before:rounded-full before:bg-label"
    >
      <bdi className="truncate">{color}</bdi>
    </span>
  )
}
