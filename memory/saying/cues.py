"""The words by which a sentence says no, then, somebody else, or only perhaps. Data.

They are our own lists, made for sentences of patients and staff in English, Russian and Chinese,
after the idea that an assertion is read from fixed words near what is asserted (NegEx, Chapman et
al. 2001, doi:10.1006/jbin.2001.1029; ConText, Harkema et al. 2009, doi:10.1016/j.jbi.2009.05.002).
A cue of several words is written with single spaces; Chinese without.
"""

DENIALS = (
    "denies", "denied", "deny", "denying", "negative for",
    "отрицает", "отрицаю", "отрицала", "отрицал", "такого нет", "нет такого", "отрицаются",
    "否认",
)  # fmt: skip
"""Deny everything that follows, through a whole list."""

NEGATIONS = (
    "no", "not", "without", "never", "neither", "nor", "absence of", "free of",
    "не", "нет", "ни", "без", "никогда",
    "没有", "没", "无", "不", "未", "并无", "并非", "毫无", "从未", "从不",
)  # fmt: skip
"""Say no to what they stand at."""

AFTERWARDS = (
    "ruled out", "is absent", "was absent", "are absent", "not present", "not there",
    "нет", "не было", "не бывает", "не беспокоит", "не беспокоят", "не отмечает", "не отмечаю",
    "отсутствует", "отсутствуют", "отрицает", "отрицаю", "не подтвердился", "не подтвердилась",
    "не подтвердилось", "не болею", "не болел", "не болела", "не болеет", "не принимаю",
    "не принимает", "не пью", "не пьет", "не колю", "не использую", "не страдаю", "не страдает",
)  # fmt: skip
"""Say no to what they stand behind."""

OVER = (
    "resolved", "went away", "has gone", "is gone", "gone now", "stopped", "has passed", "not now",
    "no more", "no longer",
    "прошло", "прошла", "прошел", "прошли", "отпустило", "остановилось", "остановилась",
    "сейчас нет", "больше нет",
    "已好", "好了", "消失", "止住", "停了", "现在没有", "缓解了", "已经没有",
)  # fmt: skip
"""Say that it was there and is over."""

PAST = (
    "years ago", "year ago", "months ago", "month ago", "last year", "last month", "used to",
    "in the past", "as a child", "previously", "history of", "back then", "in childhood",
    "лет назад", "года назад", "год назад", "месяцев назад", "месяца назад", "месяц назад",
    "раньше", "когда то", "когда-то", "в прошлом", "в детстве", "в анамнезе", "прежде",
    "年前", "个月前", "月前", "以前", "曾经", "过去", "小时候", "去年", "上个月", "既往",
)  # fmt: skip
"""Say that it was some other time, long enough ago that nobody can take it for now."""

NOW = (
    "now", "today", "tonight", "this morning", "since", "yesterday", "again", "currently",
    "сейчас", "сегодня", "с утра", "опять", "снова", "теперь", "вчера",
    "现在", "今天", "今早", "刚才", "又", "目前", "昨天", "还是", "仍然", "一直",
)  # fmt: skip
"""Say that it is, or began, of late."""

OTHERS = (
    "neighbour", "neighbor", "mother", "father", "mum", "mom", "dad", "parents", "brother",
    "sister", "uncle", "aunt", "cousin", "grandmother", "grandfather", "grandma", "grandpa",
    "friend", "colleague", "coworker", "husband", "wife", "boyfriend", "girlfriend", "partner",
    "boss", "family", "relative", "nephew", "niece", "somebody", "someone", "people",
    "сосед", "соседа", "соседки", "соседка", "соседу", "мама", "мамы", "мать", "матери", "отец",
    "отца", "папа", "папы", "брат", "брата", "сестра", "сестры", "дядя", "дяди", "тетя", "тети",
    "бабушка", "бабушки", "дедушка", "дедушки", "дед", "деда", "друг", "друга", "подруга",
    "подруги", "коллега", "коллеги", "муж", "мужа", "жена", "жены", "родственник",
    "родственника", "родители", "родителей", "знакомый", "знакомого", "племянник", "свекровь",
    "邻居", "妈妈", "母亲", "爸爸", "父亲", "哥哥", "弟弟", "姐姐", "妹妹", "叔叔", "阿姨",
    "奶奶", "爷爷", "外婆", "外公", "朋友", "同事", "丈夫", "老公", "妻子", "老婆", "亲戚",
    "家人", "有人", "家里人", "舅舅", "姑姑",
)  # fmt: skip
"""Somebody else than who speaks."""

CHILDREN = (
    "child", "baby", "son", "daughter", "kid", "infant", "newborn", "toddler", "boy", "girl",
    "ребенок", "ребенка", "малыш", "малыша", "сын", "сына", "дочь", "дочка", "дочки", "дочери",
    "младенец", "младенца", "грудничок", "новорожденный",
    "孩子", "宝宝", "儿子", "女儿", "婴儿", "新生儿", "小孩",
)  # fmt: skip
"""A child, for whom somebody else speaks."""

SPEAKER = ("i", "i'm", "i've", "me", "я", "меня", "мне", "我")
"""Who speaks."""

SUPPOSED = (
    "if", "what if", "in case", "would", "worried about", "worried that", "afraid of",
    "afraid that", "fear of", "risk of", "might", "could", "may", "can cause", "whether",
    "not sure", "wonder", "read about", "heard about", "prevent", "suspect", "suspects",
    "suspected", "possible",
    "если", "вдруг", "боюсь", "опасаюсь", "риск", "может ли", "может быть", "вероятно",
    "возможно", "подозреваю", "читал", "читала", "на случай", "ли", "наверное",
    "如果", "要是", "万一", "假如", "会不会", "怕", "担心", "可能", "是否", "是不是", "怀疑",
)  # fmt: skip
"""Say that it is thought of, feared or asked about."""

ASKING = (
    "is", "are", "can", "could", "does", "do", "will", "would", "should", "how", "what", "when",
    "может", "могут", "бывает", "разве", "как", "что", "когда",
)  # fmt: skip
"""Begin a question, if the sentence ends as one."""

UNHEARD_OF = ("never", "никогда", "впервые", "first time", "从来", "从未", "第一次")
"""Say that something is new, which looks like a denial of it."""

CONTRASTS = (
    "but", "however", "although", "though", "except", "yet", "just", "only",
    "но", "однако", "зато", "кроме", "только", "а",
    "但", "但是", "可是", "不过", "除了", "只有", "只是", "而是",
)  # fmt: skip
"""Turn a sentence around: what was denied before is not denied behind."""

ALTERNATIVES = (
    "or",
    "nor",
    "или",
    "ни",
    "либо",
    "或",
    "或者",
    "、",
    "和",
    "及",
    "以及",
    "与",
    "也",
)
"""Join what one negation denies together."""

JOINTS = ("and", "и", ",", "，", "、", "/", "并")
"""May join what one negation denies together, or begin something new."""

FILLERS = (
    "have", "has", "had", "having", "any", "this", "these", "such", "the", "a", "an", "my", "feel",
    "feeling", "felt", "get", "got", "been", "being", "experience", "experienced", "experiencing",
    "symptom", "symptoms", "sign", "signs", "of", "kind", "at", "all", "is", "are", "was", "do",
    "ever", "it", "there", "really", "that", "complaints", "evidence",
    "было", "есть", "никакой", "никаких", "никакого", "у", "меня", "этого", "такого", "признаков",
    "жалоб", "на", "симптомов", "больше", "совсем", "бывает", "был", "была",
    "take", "takes", "taken", "taking", "on", "use", "uses", "using",
    "服", "用", "吃", "在", "打", "患", "对", "得", "任", "何", "明", "显", "出", "现", "感", "到",
    "觉", "过", "有", "什", "么", "任何",
    ":", "：",
)  # fmt: skip
"""Words between a negation and what it denies that change nothing."""

LIGHT = frozenset(
    (
        "a", "an", "the", "my", "your", "his", "her", "this", "that", "their", "our", "i", "me",
        "i'm", "i've", "he", "she", "it", "they", "we", "in", "on", "at", "of", "to", "for", "from",
        "with", "and", "or", "when", "is", "are", "am", "was", "were", "be", "been", "have", "has",
        "had", "can", "do", "does", "did", "will", "very", "so", "really", "just",
        "у", "меня", "мой", "моя", "мое", "мои", "я", "мне", "это", "в", "во", "на", "с", "со",
        "за", "к", "о", "об", "от", "из", "по", "и", "как", "очень", "же", "ли", "бы",
        "我", "了", "的", "着", "很", "好", "地", "得", "还", "就", "有", "点", "些",
    )
)  # fmt: skip
"""Words that say nothing of a thing by themselves."""
