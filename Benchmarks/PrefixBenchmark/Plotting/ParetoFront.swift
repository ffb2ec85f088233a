/// The points of which no other is better in one coordinate and at least as good in the other; less
/// is better in both.
///
/// - Returns: Their positions in `points`, from the smallest first coordinate to the largest.
/// - Complexity: O(*n* log *n*), where *n* is the number of points.
func paretoFront(of points: [(x: Double, y: Double)]) -> [Int] {
  let order = points.indices.sorted {
    (points[$0].x, points[$0].y, $0) < (points[$1].x, points[$1].y, $1)
  }
  var front: [Int] = []
  for index in order {
    guard let last = front.last else {
      front.append(index)
      continue
    }
    // Equal points are as good as each other, and both stay.
    let isTwin = points[index] == points[last]
    if points[index].y < points[last].y || isTwin { front.append(index) }
  }
  return front
}
