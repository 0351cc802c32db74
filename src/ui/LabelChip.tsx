/** A label's name with its colour as a dot and a tint. Colour names go into an attribute, never into styles. */
export function LabelChip({ name, color, known = true }: { name: string; color: string | undefined; known?: boolean }) {
  return (
    <span className="chip" data-color={color} data-unknown={known ? undefined : ''}>
      <bdi className="truncate">{name}</bdi>
    </span>
  )
}
