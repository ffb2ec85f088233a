/// The style sheet of the page; it refers to no other file.
enum Stylesheet {
  static let text = """

    .end { text-anchor: end; } .middle { text-anchor: middle; }
    :root { color-scheme: light dark; \(Palette.light.variables)
      --panel: #f4f6f8; --ink: #1a1d21; --soft: #565e69; --rule: #d9dde3; --grid: #e6e9ee;
      --good: #0b6b3a; --bad: #a8200d; --link: #0a58ca; }
    @media screen and (prefers-color-scheme: dark) {
      :root { \(Palette.dark.variables)
        --panel: #1c2026; --ink: #e8eaed; --soft: #a4acb8; --rule: #363c45; --grid: #282d35;
        --good: #5fd596; --bad: #ff8a7a; --link: #8ab8ff; }
    }
    \(Palette.classes)

    * { box-sizing: border-box; }
    html { -webkit-text-size-adjust: 100%; }
    body { margin: 0 auto; padding: 28px 20px 64px; max-width: 1080px; background: var(--page);
      color: var(--ink); font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans",
        "DejaVu Sans", Helvetica, Arial, sans-serif; }
    h1 { font-size: 28px; line-height: 1.2; margin: 0 0 6px; }
    h2 { font-size: 21px; line-height: 1.25; margin: 36px 0 8px; }
    h3 { font-size: 15px; margin: 14px 0 6px; overflow-wrap: anywhere; }
    p, li { max-width: 80ch; }
    p { margin: 6px 0 12px; }
    .soft, figcaption { color: var(--soft); font-size: 14px; line-height: 1.45; }
    header .soft { margin: 0; }
    .warning, .worse small { color: var(--bad); font-weight: 600; }
    .better small { color: var(--good); font-weight: 600; }
    .answer { font-size: 18px; }

    figure { margin: 0 0 12px; min-width: 0; }
    .thirds, .halves { display: grid; gap: 8px 32px; margin: 12px 0; align-items: start; }
    .thirds { grid-template-columns: 1fr 1fr 1fr; } .halves { grid-template-columns: 1fr 1fr; }
    svg { display: block; width: 100%; height: auto; overflow: visible; }
    svg text { font-size: 12px; fill: var(--ink); font-family: inherit; }
    svg text.soft { fill: var(--soft); font-size: 12px; }
    svg .label { paint-order: stroke; stroke: var(--page); stroke-width: 3px; stroke-linejoin: round; }
    .grid { stroke: var(--grid); } .axis { stroke: var(--soft); }
    .leader { stroke: var(--c, var(--soft)); stroke-width: 0.8; opacity: 0.7; }
    .front { fill: none; stroke: var(--ink); stroke-width: 1.2; stroke-dasharray: 5 4; opacity: 0.6; }
    .line { fill: none; stroke: var(--c); stroke-width: 1.8; stroke-linejoin: round; }
    .marker, .bar { fill: var(--c); } .marker.hollow { fill: var(--page); stroke: var(--c);
      stroke-width: 2; }
    .interval { stroke: var(--ink); stroke-width: 1.4; fill: none; }
    .cut { stroke: var(--page); stroke-width: 2.5; }
    svg.swatch { display: inline-block; width: 14px; height: 14px; margin-right: 6px;
      vertical-align: -2px; }

    .scroll { overflow-x: auto; display: inline-block; vertical-align: top; max-width: 100%;
      margin: 8px 20px 14px 0; border: 1px solid var(--rule); border-radius: 6px; }
    :focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
    table { border-collapse: collapse; font-size: 14px; line-height: 1.3;
      font-variant-numeric: tabular-nums; }
    caption { text-align: left; padding: 7px 10px; font-weight: 600; }
    th, td { padding: 5px 10px; text-align: right; vertical-align: top; border-top: 1px solid var(--rule);
      font-weight: 400; }
    td, .name { white-space: nowrap; }
    thead th { background: var(--panel); vertical-align: bottom; color: var(--soft); min-width: 72px; }
    th:first-child { text-align: left; position: sticky; left: 0; background: var(--page); }
    thead th:first-child, th.group { background: var(--panel); color: var(--soft); }
    .group span { position: sticky; left: 10px; }
    td small { display: block; color: var(--soft); font-size: 12px; }

    section + details { margin-top: 32px; }
    details { border-top: 1px solid var(--rule); }
    summary { cursor: pointer; color: var(--link); padding: 8px 0; }
    summary h2 { display: inline; font-size: 17px; }
    section { scroll-margin-top: 48px; }
    dl { display: grid; grid-template-columns: minmax(100px, max-content) 1fr; gap: 3px 20px;
      margin: 8px 0 16px; font-size: 15px; }
    dt { font-weight: 600; } dd { margin: 0; overflow-wrap: anywhere; }

    /* Drawings shrink on small screens, but their texts must stay legible. */
    @media (max-width: 900px) {
      .thirds svg text { font-size: 14px; } .halves svg text { font-size: 13px; }
    }
    @media (max-width: 600px) {
      .thirds svg text { font-size: 12px; } .scroll { margin-right: 0; }
      body { padding: 16px 12px 48px; }
      h1 { font-size: 23px; }
      .answer { font-size: 17px; }
      th, td { padding: 5px 8px; }
      dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: 8px; }
      .thirds, .halves { grid-template-columns: minmax(0, 1fr); }
    }
    @media print {
      :root { color-scheme: light; }
      @page { margin: 14mm 12mm; }
      body { max-width: none; padding: 0; font-size: 10pt; }
      .answer { font-size: 11pt; } .soft, figcaption, dl { font-size: 9pt; }
      details::details-content { content-visibility: visible; height: auto; display: block; }
      summary { list-style: none; color: var(--ink); } summary::-webkit-details-marker { display: none; }
      h2, h3, summary, caption { break-after: avoid; }
      figure, tr, dt, dd, svg { break-inside: avoid; }
      thead { display: table-header-group; }
      .thirds { grid-template-columns: 1fr 1fr 1fr; } .halves { grid-template-columns: 1fr 1fr; }
      section > p { break-after: avoid; }
      .scroll { overflow: visible; display: block; width: fit-content; margin-right: 0; }
      table { font-size: 7.5pt; } td small { font-size: 6.5pt; }
      th, td { padding: 2pt 3pt; } thead th { min-width: 0; }
      th:first-child { position: static; }
    }

    """
}
